/** Why a project can't be written as it was asked for. */
export type CreateErrorCode =
  | 'CREATE_OPTION_UNKNOWN'
  | 'CREATE_OPTION_INVALID'
  | 'CREATE_NAME_INVALID'
  | 'CREATE_FOLDER_NOT_EMPTY'
  | 'CREATE_FOLDER_NOT_WRITABLE'
  | 'CREATE_PACKAGES_MISSING'
  | 'CREATE_TEMPLATE_INVALID'
  | 'CREATE_NODE_TOO_OLD'

/** Says in one sentence, or two, what was wrong with what was asked for and what to do. Nothing has been written. */
export class CreateError extends Error {
  override readonly name = 'CreateError'
  readonly code: CreateErrorCode

  constructor(code: CreateErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
