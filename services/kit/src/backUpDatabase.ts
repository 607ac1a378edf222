import { ServiceSetupError } from './serviceSetupError.js'

/**
 * Writes a copy of an embedded database to a new file while services use it: one moment of it, whole.
 *
 * @throws ServiceSetupError INVALID_OPTION for PostgreSQL, which has tools of its own; DATABASE_UNAVAILABLE
 */
export async function backUpDatabase(target: string, destination: string): Promise<void> {
  if (/^postgres(?:ql)?:\/\//.test(target)) {
    const message = 'The database is PostgreSQL. Back it up with pg_dump, and restore it with pg_restore.'
    throw new ServiceSetupError('INVALID_OPTION', message)
  }
  const { default: Libsql } = await import('libsql')
  try {
    const database = new Libsql(target, { fileMustExist: true })
    try {
      database.exec('pragma busy_timeout = 10000')
      database.prepare('vacuum into ?').run(destination)
    } finally {
      database.close()
    }
  } catch (cause) {
    const message = `${target} could not be copied to ${destination}: ${(cause as Error).message}. Name a database that is there, and a file that isn't.`
    throw new ServiceSetupError('DATABASE_UNAVAILABLE', message, { cause })
  }
}
