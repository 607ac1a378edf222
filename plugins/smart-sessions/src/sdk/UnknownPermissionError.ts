/**
 * Thrown where using a permission could do something else than what it's for. Its message says what isn't known. Ask the person
 * for a permission again, by `grant` of `SmartSessions`.
 */
export class UnknownPermissionError extends Error {
  override readonly name = 'UnknownPermissionError'
  readonly code = 'PERMISSION_NOT_KNOWN'
}
