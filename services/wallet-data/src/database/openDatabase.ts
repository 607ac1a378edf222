import {
  openDatabase as open,
  type OpenDatabase as Opened,
  type OpenDatabaseOptions,
} from '@latchkey/service-kit'
import { migrations } from './migrations.js'
import type { Schema } from './schema.js'

export type OpenDatabase = Opened<Schema>

/**
 * Opens the database, creates it where it is a file that is not there, and brings its tables up to date.
 *
 * @param target path of a file for the embedded database, or a `postgres://` connection string
 * @throws ServiceSetupError DATABASE_UNAVAILABLE
 */
export const openDatabase = (
  target: string,
  options: Pick<OpenDatabaseOptions, 'replicas' | 'onReplica' | 'report'> = {},
): Promise<OpenDatabase> => open<Schema>({ ...options, target, migrations, what: 'wallet data' })
