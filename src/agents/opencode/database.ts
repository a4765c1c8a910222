import type { DatabaseRules } from "../_log.ts";

/** Bulk that no entry is made of. */
const CUT = ["output", "metadata.output", "metadata.diff", "metadata.filediff", "attachments"]
  .map((path) => `'$.state.${path}'`)
  .join(", ");

/**
 * Parts do not say whose they are: their message does. People's messages are written again when a summary of the
 * changes is made, and that is no news; neither are snapshots, patches and thoughts. Of a conversation never read
 * before, the last thousand rows tell enough.
 */
const ROWS = `
SELECT * FROM (
  SELECT 'session' AS "table", id, parent_id, directory, title, version, model,
         NULL AS role, NULL AS mode, NULL AS data, time_created AS created, time_updated AS updated
    FROM session WHERE id = ?1 AND time_updated >= ?2
  UNION ALL
  SELECT 'message', id, NULL, NULL, NULL, NULL, NULL,
         json_extract(data, '$.role'), json_extract(data, '$.mode'), data, time_created, time_updated
    FROM message
   WHERE session_id = ?1 AND time_updated >= ?2 AND json_extract(data, '$.role') = 'assistant'
  UNION ALL
  SELECT 'part', part.id, NULL, NULL, NULL, NULL, NULL,
         json_extract(message.data, '$.role'), json_extract(message.data, '$.mode'),
         json_remove(part.data, ${CUT}), part.time_created, part.time_updated
    FROM part JOIN message ON message.id = part.message_id
   WHERE part.session_id = ?1 AND part.time_updated >= ?2
     AND json_extract(part.data, '$.type') IN ('text', 'tool')
   ORDER BY updated DESC LIMIT 1000
) ORDER BY updated, "table" = 'message', id`;

/** Subagents' conversations are none of a person's. */
const CONVERSATIONS = `
SELECT id, time_updated AS updated FROM session
 WHERE directory = ?1 AND parent_id IS NULL AND time_archived IS NULL
 ORDER BY time_updated DESC LIMIT 20`;

export const database: DatabaseRules = {
  path({ env, home }) {
    const folder = `${env.XDG_DATA_HOME || `${home}/.local/share`}/opencode`;
    const file = env.OPENCODE_DB || "opencode.db";
    return file.startsWith("/") ? file : `${folder}/${file}`;
  },
  conversations: CONVERSATIONS,
  rows: ROWS,
};
