import { CreateError } from './createError.js'

/** What a system's code says of a folder, in words. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user has no right to it',
  EPERM: 'this user has no right to it',
  EROFS: 'nothing can be written to its disk',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'something else writes to it at the same time',
  ENAMETOOLONG: 'a name in its path is too long',
}

/** The error of a folder that the system refuses. */
export const unusableFolder = (target: string, cause: unknown, whatToDo = 'Give another folder.') =>
  new CreateError(
    'CREATE_FOLDER_NOT_WRITABLE',
    `"${target}" can't be used: ${reasonOf(cause)}. ${whatToDo}`,
    {
      cause,
    },
  )

/** Says in words why the system refuses a file or a folder. */
export function reasonOf(cause: unknown): string {
  const { code, message } = cause as { readonly code?: string; readonly message?: string }
  return reasons[code ?? ''] ?? message ?? String(cause)
}
