/**
 * Thrown if using a permission could do something it isn't for. Its message says what is unknown. Ask the person
 * for a permission again, by `grant` of `SmartSessions`.
 */
export class UnknownPermissionError extends Error {
  override readonly name = 'UnknownPermissionError'
  readonly code = 'PERMISSION_NOT_KNOWN'
}
