import type { Ask, AttentionKind, LastError, Status } from "../core/types.ts";
import type { BackgroundRules } from "./_background.ts";
import type { HookRules } from "./_hook.ts";
import type { LogRules } from "./_log.ts";
import type { SetupRules } from "./_setup.ts";
import type { ScreenSpec } from "./_spec.ts";

/**
 * Everything ccmux knows about one kind of agent. One object per file in this folder; what an agent
 * cannot do is `null`, never a missing branch elsewhere.
 */
export interface Agent {
  /** The file's name, and the word for it in CLI, API and docs. */
  name: string;
  /** For people: `Claude Code`. */
  title: string;
  process: ProcessRules;
  /** Null: nothing can be told from the pane yet, and the status is `unknown`. */
  screen: ScreenRules | null;
  /** State that the agent itself publishes about its live process; null when it publishes none. */
  published: PublishedRules | null;
  /** Its log of the conversation; absent: none that can be read. */
  log?: LogRules;
  /** What its hooks tell; absent: it has none. */
  hooks?: HookRules;
  /** How it is made to tell; absent: nobody knows a way. */
  setup?: SetupRules;
  /** Those of it that run in no terminal of a person's; absent: there are none. */
  background?: BackgroundRules;
  /** How to write to it and answer it; absent: nobody has proven it yet, and ccmux refuses to. */
  input?: InputRules;
  /** Versions whose screens and files these rules were checked against. */
  verified: readonly string[];
}

/** How to tell the agent's process from every other. Matched against the whole argv, never a substring of it. */
export interface ProcessRules {
  /** On the last path component of argv[0]. Whole: anchored at both ends. */
  executable: RegExp;
  /**
   * Where a launcher interprets the agent (`node …/bin/gemini`): on each of the first three
   * arguments alone. Null when argv[0] tells.
   */
  script: RegExp | null;
  /** The programs that may interpret it. @default those of JavaScript */
  interpreter?: RegExp;
  /** Processes that match and are none: app servers, hosts, helpers. On the arguments joined by one space. */
  exclude: RegExp | null;
  /**
   * It may start itself anew as its own child, with the same name, some seconds after its start: until it
   * has drawn something, a young one may be but a launcher. All of them are one session, named after the first.
   */
  relaunches?: boolean;
  /** Variables to read from the process's own environment (never more): where its files are. */
  env: readonly string[];
  /** Command lines that this agent alone must claim. */
  claims: readonly (readonly string[])[];
  /** Command lines it must leave alone. */
  refuses: readonly (readonly string[])[];
}

/** One look at a pane. Plain text: what `tmux capture-pane -p` prints, a string a row, no newline. */
export interface Capture {
  lines: readonly string[];
  /** The pane's title at that moment; null when it was not recorded. */
  title: string | null;
  /** Last path component of the agent's directory, where titles name it; null when unknown. */
  project: string | null;
}

export interface ScreenRules {
  /** What a capture says. Pure, never throws. */
  read(capture: Capture): ScreenReading;
  /**
   * True when the agent may look idle while it works (text streams without a spinner) and its title
   * does not tell either: then one still capture proves nothing, and two that do not move are needed.
   */
  quiet: boolean;
  examples: readonly ScreenExample[];
  /** What `read` goes by, in order: the contract test wants an example for each. */
  rules?: readonly { name: string; match: RegExp }[];
  /** What it was made from: the config may put other rules or another layout in its place. */
  spec?: ScreenSpec;
}

export interface ScreenReading {
  status: Status;
  ask: Ask | null;
  /** Name of the rule that decided, kebab-case; null when none matched and the status is `unknown`. */
  rule: string | null;
  /** Where it matched: 0-based row and its text, or row -1 for the title. Null without a rule. */
  where: { row: number; text: string } | null;
  /** `empty` also with a placeholder in it; `none`: not shown, or a dialog has the keys. */
  composer: "empty" | "draft" | "none";
  /** What is written in the composer, placeholder or draft; null without one. */
  written: string | null;
  /** First row of the prompt sign, and so of what is written; null without a composer. */
  promptRow: number | null;
  /** The dialog's options, from the top; none without a dialog. */
  options: readonly ScreenOption[];
  /** First row of the composer or dialog: rows above are transcript. Movement there means work. */
  bodyEnd: number;
  /** The title is one of the agent's own forms, so that a missing spinner in it means "not busy". */
  titleSpeaks: boolean;
  background: number | null;
  lastError: LastError | null;
  /** Rules that matched in text but were refused, and why: for `explain`. */
  refused: readonly { rule: string; because: string }[];
}

/** How an agent takes text and answers. */
export interface InputRules {
  /** It needs this long between the text and Enter, in milliseconds: fast input counts as a paste. */
  settleMs: number;
  /** A younger process draws its input and loses what is written there: it is waited for. In milliseconds. */
  startsMs?: number;
  /**
   * All text is pasted: of keys that come at once it completes or corrects some, or takes them for what they
   * do to an empty input.
   */
  pastes?: boolean;
  /** What is sent while it works waits for its turn. */
  queues: boolean;
  /** A row that shows a message waiting; null when it shows none. */
  queued: RegExp | null;
  /** What its composer shows in place of a long paste; null when it shows the text. */
  pasted: RegExp | null;
  /** Text that it would run instead of reading: refused, because nobody would be asked. */
  runs: RegExp;
  /** Text that takes a space behind it, which the agent trims: Enter right after its end means something else. */
  padded: RegExp | null;
  /** Keys that end a turn, as tmux names them. */
  interrupt: readonly string[];
  /** A row that asks for the next of them, where one is not enough. */
  interruptAgain?: RegExp;
  /** Labels of options that mean: yes, this once, and nothing more. */
  once: RegExp;
  /** Labels of options that mean: no. */
  no: RegExp;
  /**
   * Keys that say no to a dialog of such a kind, whichever option has the highlight: where no option means no, or
   * the one that does wants a reason. Absent: the option that means no is taken.
   */
  denies?: Partial<Record<AttentionKind, readonly string[]>>;
  /** The key before an option takes it at once; false: it is walked to. */
  digitTakes: boolean;
  /** Keys that move the highlight one option back, and one on. */
  walk: readonly [string, string];
  /** Questions that the agent asks after an answer or a paste, and that are part of it: rule → keys that close it. */
  follows: Readonly<Record<string, readonly string[]>>;
  /** How a question takes an answer in one's own words; null: it takes none. */
  own: OwnAnswer | null;
}

export interface OwnAnswer {
  /** Label of the option that stands for it. */
  option: RegExp;
  /** Keys that open its field, once it is highlighted; none when the highlight is enough. */
  opens: readonly string[];
  /** It takes a paste, and keys badly. */
  pastes?: boolean;
}

/** An option of the dialog on the screen. */
export interface ScreenOption {
  /** 0-based row of the capture on which it begins. */
  row: number;
  label: string;
  /** The number before it; null where options have none. */
  digit: string | null;
  /** It has the highlight; always false where that is drawn with colour alone. */
  selected: boolean;
}

export interface ScreenExample {
  /** Rows, as captured, cut to those that matter. */
  screen: string;
  title?: string;
  project?: string;
  status: Status;
  kind?: AttentionKind;
  /** Where the agent's words should be found. */
  text?: string;
  rule: string;
}

export interface PublishedRules {
  /** The folder that holds one `<pid>.json` per live process. `env`: the agent's, then our own. */
  folder(env: Readonly<Record<string, string | undefined>>, home: string): string;
  /** What a file says; null when it is no word of this agent. Every field is untrusted. Pure. */
  read(body: unknown): PublishedWord | null;
  examples: readonly { body: unknown; word: Partial<PublishedWord> | null }[];
}

export interface PublishedWord {
  pid: number;
  /** Null when the file does not say: then the word is believed only if it is younger than the process. */
  startTicks: number | null;
  /** `pid:[N]`, where `pid` counts; null when the file does not say. */
  pidNamespace: string | null;
  nativeId: string | null;
  cwd: string | null;
  version: string | null;
  /** `%N`; null outside tmux or when the version does not say. */
  paneId: string | null;
  /** Null: the file is there, but says nothing about status yet. */
  status: Status | null;
  ask: Ask | null;
  /** The words stand for more than one kind of dialog: which one it is, the screen tells. */
  kindIsGuess: boolean;
  because: string;
  background: number | null;
  /** When the status was set, in epoch milliseconds; null when the file does not say. */
  at: number | null;
  /** The background agent that its conversation goes on in; absent: in none. */
  job?: string;
}

export const defineAgent = (agent: Agent): Agent => agent;
