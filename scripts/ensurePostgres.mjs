import { existsSync, readdirSync } from 'node:fs'
import { canInstallPackages, installPackages } from './setup.mjs'

const folder = '/usr/lib/postgresql'
const isThere = () =>
  existsSync(folder) && readdirSync(folder).some((version) => existsSync(`${folder}/${version}/bin/initdb`))

/**
 * The database of the stores' tests and of the Node example. Installed before anything asks for it: tests that run side by
 * side would fight over the package manager. Where it cannot be installed, whoever needs it says so in one sentence.
 */
export function ensurePostgres() {
  if (isThere() || !canInstallPackages()) return
  console.log('PostgreSQL is missing; installing it with apt-get …')
  installPackages(['postgresql'])
}
