/** The wallet had the swap, and didn't say what it did with it. */
export class LostAnswer extends Error {
  constructor(cause: unknown) {
    super('The wallet did not answer.', { cause })
  }
}
