import { existsSync, readdirSync } from 'node:fs'
import { canInstallPackages, installPackages } from './setup.mjs'

const postgresFolder = '/usr/lib/postgresql'
const hasPostgres = () =>
  existsSync(postgresFolder) &&
  readdirSync(postgresFolder).some((version) => existsSync(`${postgresFolder}/${version}/bin/initdb`))
const hasRedis = () => ['redis-server', 'valkey-server'].some((name) => existsSync(`/usr/bin/${name}`))

/**
 * PostgreSQL and Redis, which tests of the stores and of the Node example start by themselves. Installed before anything
 * asks for them: tests that run side by side would fight over the package manager. Where they cannot be installed, whoever
 * needs them says so in one sentence.
 */
export function ensureDatabases() {
  const missing = [...(hasPostgres() ? [] : ['postgresql']), ...(hasRedis() ? [] : ['redis-server'])]
  if (missing.length === 0 || !canInstallPackages()) return
  console.log(`Databases for tests are missing; installing ${missing.join(' and ')} with apt-get …`)
  installPackages(missing)
}
