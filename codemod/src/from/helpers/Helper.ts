/** A file that is written into the app, is the app's from then on, and keeps the shape of what it replaces. */
export interface Helper {
  /** Its name without an ending. */
  readonly name: string
  /** The name that is imported. Default its own. */
  readonly export?: string
  readonly isMarkup: boolean
  readonly text: string
  readonly packages: readonly string[]
  /** Other files that it imports. */
  readonly needs?: readonly Helper[]
}
