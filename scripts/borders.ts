interface Import {
  readonly from: string
  readonly kind: 'value' | 'type' | 'dynamic'
}

/** Chain and wallet SDKs, whose values may only be imported dynamically in what is published. */
const sdks = [
  /^viem(\/|$)/,
  /^@solana\/web3\.js/,
  /^bitcoinjs-lib/,
  /^@bitcoinerlab\//,
  /^@polkadot\//,
  /^@walletconnect\//,
  /^@reown\//,
]
const react = [/^react(\/|$)/, /^react-dom(\/|$)/]
const container = [/^#container/, /^tsyringe/]
const fullZod = /^zod(\/(?!mini).*)?$/

/**
 * The rooms of the kernel, and the rooms that each may look into besides itself. The files beside the rooms are entries and
 * what joins the rooms, and may look into all of them.
 */
const rooms: Readonly<Record<string, readonly string[]>> = {
  keys: [],
  errors: ['keys'],
  platform: ['keys', 'errors'],
  contracts: ['keys', 'errors'],
  engine: ['keys', 'errors'],
  chain: ['keys', 'errors', 'platform', 'contracts'],
  wallet: ['keys', 'errors', 'platform', 'contracts', 'engine'],
}
/** Of `errors/`, the engine needs what every error is made of, and faults of composition. */
const engineErrors = /^errors\/(?:base|kernel)\.js$/

/** The path of a relative import below `kernel/src`, from a file below it. */
function pathInKernel(file: string, from: string): string {
  const parts = file.split('/').slice(0, -1)
  for (const step of from.split('/')) {
    if (step === '..') parts.pop()
    else if (step !== '.') parts.push(step)
  }
  return parts.join('/')
}

/** Which rule a relative import of the kernel breaks, if it breaks one. */
function roomRule(file: string, from: string): string | undefined {
  const own = file.split('/')[0] as string
  const target = pathInKernel(file, from)
  const [room = ''] = target.split('/')
  const allowed = rooms[own]
  if (!allowed || room === own) return undefined
  if (!target.includes('/')) return `${own}/ looks into rooms only, not at what joins them.`
  if (!allowed.includes(room)) return `${own}/ may look into ${allowed.join(', ') || 'no other room'} only.`
  if (own === 'engine' && room === 'errors' && !engineErrors.test(target)) {
    return 'the engine knows errors/base and errors/kernel only.'
  }
  return undefined
}

const matches = (patterns: readonly RegExp[], from: string) => patterns.some((pattern) => pattern.test(from))

/** The static and dynamic imports of a module, as written. Block comments are left out: they hold examples. */
export function importsOf(text: string): readonly Import[] {
  const source = text.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const found: Import[] = []
  for (const match of source.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm,
  )) {
    found.push({ from: match[2] as string, kind: match[1] ? 'type' : 'value' })
  }
  for (const match of source.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)) {
    found.push({ from: match[1] as string, kind: 'dynamic' })
  }
  return found
}

/** What a file imports across the borders of CONTRIBUTING.md, as sentences. `path` is relative to the root. */
export function findBorderViolations(path: string, source: string): readonly string[] {
  const violations: string[] = []
  const say = (from: string, rule: string) => violations.push(`imports "${from}": ${rule}`)
  const plugin = /^plugins\/([^/]+)\/src\//.exec(path)?.[1]
  const published = !path.startsWith('devstack/') && !path.startsWith('testkit/')

  for (const { from, kind } of importsOf(source)) {
    if (fullZod.test(from)) say(from, 'use zod/mini, as a namespace.')
    if (matches(container, from) && path !== 'kernel/src/engine/services.ts') {
      say(from, 'only kernel/src/engine/services.ts knows the container.')
    }
    if (published && (from === 'valtio' || from === 'valtio/react')) {
      say(from, 'use valtio/vanilla, and useSnapshot of ui-react, which the page has loaded already.')
    }
    if (published && from.startsWith('@latchkey/devstack')) say(from, 'the devstack is for demos and tests.')
    if (path.startsWith('kernel/')) {
      if (matches(react, from)) say(from, 'the kernel knows no React.')
      if (matches(sdks, from)) say(from, 'the kernel knows no chain.')
      if (from.startsWith('@latchkey/')) say(from, 'the kernel depends on no other package of ours.')
      const rule =
        path.startsWith('kernel/src/') && from.startsWith('.')
          ? roomRule(path.slice('kernel/src/'.length), from)
          : undefined
      if (rule) say(from, rule)
    }
    if (path.startsWith('ui-react/') && from.startsWith('@latchkey/plugin-'))
      say(from, 'the shell knows no plugin.')
    if (plugin === undefined) continue
    const view = path.startsWith(`plugins/${plugin}/src/react/`)
    const server = path.startsWith(`plugins/${plugin}/src/server/`)
    if (!view && (matches(react, from) || from.startsWith('@latchkey/ui-react'))) {
      say(from, 'React belongs to src/react only.')
    }
    if (server && from.startsWith('@latchkey/kernel')) say(from, 'the server entry runs without the kernel.')
    if (matches(sdks, from) && kind === 'value' && !isSdkLoader(path)) {
      say(from, 'load an SDK with lazy(() => import(…)); types may be imported.')
    }
    if (/^@latchkey\/plugin-[^/]+\/(?!react$|server$|package\.json$)/.test(from)) {
      say(from, 'use the main entry of another plugin.')
    }
  }
  return violations
}

/** Modules that are themselves only ever loaded dynamically may import their SDK's values. They say so by name. */
function isSdkLoader(path: string): boolean {
  return /\/(sdk|lazy)\//.test(path) || /\.lazy\.ts$/.test(path)
}
