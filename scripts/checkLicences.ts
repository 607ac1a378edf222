import { dependenciesOf, isPermissive } from './licences.js'
import { takeWords } from './takeWords.js'
import { publishedPackages } from './workspace.js'

/**
 * The licence of everything that is installed with a published package. Fails on what is not permissive and no exception
 * of docs/decisions/licences.md. `--list` shows every dependency.
 */
interface Exception {
  readonly licence: string
  /** The packages of ours that may need it. */
  readonly within: readonly string[]
  readonly why: string
}

const { options } = takeWords({ options: ['--list'] })

const exceptions: Readonly<Record<string, Exception>> = {
  'rpc-websockets': {
    licence: 'LGPL-3.0-only',
    within: ['@latchkey/devstack'],
    why: '@solana/web3.js opens its sockets with it',
  },
  '@substrate/connect': {
    licence: 'GPL-3.0-only',
    within: ['@latchkey/devstack', '@latchkey/service-wallet-data'],
    why: 'an optional dependency of @polkadot/rpc-provider, which never imports it',
  },
  only: {
    licence: 'MIT',
    within: ['@latchkey/devstack'],
    why: 'its Readme.md says so, its manifest says nothing',
  },
  'text-encoding-utf-8': {
    licence: 'Unlicense',
    within: ['@latchkey/devstack'],
    why: 'its LICENSE.md says so, its manifest says nothing',
  },
}

/** Left out by an override of `pnpm-workspace.yaml` (both MIT), or made for another system than this one. */
const absent =
  /^(?:bufferutil|utf-8-validate)$|(?:aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-/

const used = new Set<string>()
const problems: string[] = []
/** Name and version by licence. */
const found = new Map<string, Set<string>>()

for (const { directory, manifest } of publishedPackages()) {
  for (const { name, version, licence, path } of dependenciesOf(directory)) {
    const exception = exceptions[name]?.within.includes(manifest.name) ? exceptions[name] : undefined
    if (exception) used.add(`${name} in ${manifest.name}`)
    const through = path.join(' > ')
    const stated = licence ?? exception?.licence
    if (stated === undefined) {
      if (version !== undefined) problems.push(`${name} ${version} states no licence: ${through}`)
      else if (!absent.test(name)) problems.push(`${name} is not installed, so nobody has looked: ${through}`)
      continue
    }
    found.set(stated, (found.get(stated) ?? new Set()).add(`${name} ${version ?? '(not installed)'}`))
    if (!isPermissive(stated) && exception?.licence !== stated) {
      problems.push(`${name} ${version} is under ${stated}: ${through}`)
    }
  }
}
for (const [name, { within }] of Object.entries(exceptions)) {
  for (const own of within) {
    if (!used.has(`${name} in ${own}`)) problems.push(`${own} no longer needs the exception for ${name}.`)
  }
}

for (const [licence, names] of [...found].sort((left, right) => right[1].size - left[1].size)) {
  console.log(`${String(names.size).padStart(4)} ${licence}`)
  if (options.has('--list')) console.log(`     ${[...names].sort().join(', ')}`)
}
for (const [name, { licence, within, why }] of Object.entries(exceptions)) {
  console.log(`Exception: ${name}, ${licence}, in ${within.join(' and ')}: ${why}.`)
}
for (const problem of problems) console.error(problem)
console.log(`${problems.length} problems with licences.`)
process.exit(problems.length > 0 || found.size === 0 ? 1 : 0)
