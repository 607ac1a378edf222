/** A file that is written into the app, is the app's from then on, and keeps the shape of what it replaces. */
export interface Helper {
  /** Its name without an ending, which is its export's too. */
  readonly name: string
  readonly isMarkup: boolean
  readonly text: string
  readonly packages: readonly string[]
}
