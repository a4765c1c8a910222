export type Closer = () => void | Promise<void>;

/** Last in, first out: stop answering, then stop looking, then give up the place. */
export async function closeAll(
  closers: readonly Closer[],
  onError: (error: unknown) => void,
): Promise<void> {
  for (const close of closers.toReversed()) {
    try {
      await close();
    } catch (error) {
      onError(error);
    }
  }
}
