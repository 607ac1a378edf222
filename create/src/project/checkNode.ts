import { readFileSync } from 'node:fs'
import { CreateError } from './createError.js'

/**
 * Refuses a Node that is older than a generator asks for.
 *
 * @param manifest path of the generator's `package.json`, whose `engines` say which it is
 * @param version of the Node that runs
 * @throws CreateError `CREATE_NODE_TOO_OLD`
 */
export function checkNode(manifest: string, version: string): void {
  const { engines } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    readonly engines?: { readonly node?: string }
  }
  const [oldest] = /\d+(?:\.\d+)*/.exec(engines?.node ?? '') ?? []
  if (oldest === undefined || !isOlder(version, oldest)) return
  throw new CreateError(
    'CREATE_NODE_TOO_OLD',
    `This is Node ${version}, and the generator needs ${oldest} or newer. Install a newer Node and run this again.`,
  )
}

const isOlder = (version: string, other: string): boolean =>
  version.localeCompare(other, 'en', { numeric: true }) < 0
