import { commandsOf, type Generator } from 'create-latchkey/project'
import { chainNames, pluginNames } from './pluginNames.js'

const kinds = [
  { value: 'chain', label: 'A chain: its networks, wallet, balances and payments' },
  { value: 'connector', label: 'A connector: one more way to connect, for a chain that is there' },
  { value: 'feature', label: 'A feature: something people do, with a view' },
  { value: 'view', label: 'A view: a part of the account or of the list of wallets' },
] as const

/** The folders of templates that each kind is joined from. */
const parts = {
  chain: ['package', 'page', 'chain'],
  connector: ['package', 'page', 'evm', 'connector'],
  feature: ['package', 'page', 'evm', 'views', 'feature'],
  view: ['package', 'page', 'evm', 'views', 'view'],
} as const satisfies Record<PluginKind, readonly string[]>

export type PluginKind = (typeof kinds)[number]['value']

const questions = {
  kind: { kind: 'choice', message: 'Which kind of plugin?', choices: kinds, initial: 'chain' },
} as const

/** Writes a plugin by the templates of its kind. */
export const pluginGenerator: Generator<typeof questions> = {
  command: 'latchkey-plugin',
  summary:
    'Makes a plugin for Latchkey: it builds, passes the conformance suites, and has one failing test that says what to do next.',
  folder: 'latchkey-plugin-tally',
  questions,
  templates: new URL('../templates/', import.meta.url),
  manifest: new URL('../package.json', import.meta.url),
  choose({ answers: { kind }, packageName, packageManager }) {
    const names = pluginNames(packageName)
    const { run } = commandsOf(packageManager)
    return {
      parts: parts[kind as PluginKind],
      values: { ...names, packageManager, ...(kind === 'chain' && chainNames(names)) },
      manifests: [{ exports: exportsOf(kind as PluginKind) }],
      next: [`${packageManager} test`, `${run} dev`],
    }
  },
}

/** Given here, because package managers and bundlers may read `exports` of a template, too. */
function exportsOf(kind: PluginKind) {
  const entry = (path: string) => ({ types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` })
  return { '.': entry('index'), ...(kind === 'feature' && { './react': entry('react/index') }) }
}
