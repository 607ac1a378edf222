/** A descriptor can't explain what is to be signed. It's caught by the review, and its message is for the developer. */
export class NotExplained extends Error {
  constructor(reason: string) {
    super(reason.slice(0, 300))
    this.name = 'NotExplained'
  }
}
