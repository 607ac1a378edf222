import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryFolder } from '../memoryFolder.mjs'
import { takeAtATime } from '../takeAtATime.js'
import { publishedPackages } from '../workspace.js'
import { type Bump, copyWorkspace, type WorkspaceCopy } from './copyWorkspace.js'
import { buildApp, evmOnly, react19, type RehearsalApp, rehearsalApps } from './rehearsalApps.js'
import { addSecondContract, carrySecondContract, linksPage } from './secondContract.js'
import { type Registry, startRegistry } from './startRegistry.js'
import { visitApp } from './visitApp.js'
import { takeWords } from '../takeWords.js'

/**
 * Rehearses releases against a registry on this machine: the first publish, empty apps with each package manager and
 * bundler in Chromium, then a patch of one plugin, a kernel minor with a second version of a contract beside the first, a kernel major,
 * and plugins that support both kernels.
 * This proves what CONTRIBUTING.md says about releases. Works on the last commit, and leaves nothing behind.
 * `npm run release:rehearse`.
 */
takeWords({})
const folder = mkdtempSync(join(tmpdir(), 'latchkey-rehearsal-'))
/** Apps are thousands of small files each. */
const memory = memoryFolder()
const apps = memory ?? folder
const names = publishedPackages().map(({ manifest }) => manifest.name)
const kernel = '@latchkey/kernel'
const send = '@latchkey/plugin-send'
const chain = '@latchkey/plugin-eip155'
/** The plugin that goes with the new kernel only; all others support both. */
const narrow = '@latchkey/plugin-analytics'
/** They write the kernel's version into projects, and so move with its major. */
const generators = names.filter((name) => name.startsWith('create-'))

const begun = Date.now()
let proven = 0
let registry: Registry | undefined
try {
  registry = await startRegistry(join(folder, 'registry'))
  const workspace = copyWorkspace(join(folder, 'workspace'), registry.settings)
  await firstRelease(registry, workspace)
  await onePatch(registry, workspace)
  await kernelMinor(registry, workspace)
  await secondContract(registry, workspace)
  await kernelMajor(registry, workspace)
  console.log(`${proven} things proven about releases.`)
} finally {
  registry?.stop()
  for (const each of [folder, ...(memory ? [memory] : [])]) rmSync(each, { recursive: true, force: true })
}

async function firstRelease(there: Registry, workspace: WorkspaceCopy): Promise<void> {
  await releases(there, workspace, Object.fromEntries(names.map((name) => [name, '1.0.0'])))
  tell('every package is published at 1.0.0')
  await takeAtATime(2, rehearsalApps, async (app) => {
    await open(there, app)
    tell(`${app.name} installs, builds and opens the list of wallets`)
  })
}

async function onePatch(there: Registry, workspace: WorkspaceCopy): Promise<void> {
  workspace.addChangeset('one-patch', { [send]: 'patch' }, 'Mended something.')
  await releases(there, workspace, { [send]: '1.0.1' })
  tell('a patch of one plugin moves that plugin alone')
}

async function kernelMinor(there: Registry, workspace: WorkspaceCopy): Promise<void> {
  addSecondContract(workspace)
  workspace.addChangeset('kernel-minor', { [kernel]: 'minor' }, 'Added a second version of a contract.')
  await releases(there, workspace, { [kernel]: '1.1.0' })
  tell('a second version of a contract is a kernel minor, and a kernel minor moves the kernel alone')
  const app = withVersions('old-plugins-new-kernel', { [kernel]: '1.1.0', [chain]: '1.0.0' })
  workspace.addChangeset('next-patch', { [send]: 'patch' }, 'Mended something else.')
  await releases(there, workspace, { [send]: '1.0.2' })
  expectSame((await there.manifest(send, '1.0.2')).peerDependencies?.[kernel], '^1.0.0')
  const old = withVersions('new-plugin-old-kernel', { [kernel]: '1.0.0', [send]: '1.0.2' })
  await takeAtATime(2, [app, old], (each) => open(there, each))
  tell('plugins that were built for the kernel before run on the new minor')
  tell("a plugin's next patch installs and runs on the kernel before")
}

/** The first version of the contract stays, so that chains and features go over to the second each in its own time. */
async function secondContract(there: Registry, workspace: WorkspaceCopy): Promise<void> {
  carrySecondContract(workspace, '^1.1.0')
  workspace.addChangeset('carries-both', { [chain]: 'minor' }, 'Carries the second version as well.')
  await releases(there, workspace, { [chain]: '1.1.0' })
  const chains = [
    ['1.0.0', 'first, first'],
    ['1.1.0', 'first, second'],
  ] as const
  await takeAtATime(2, chains, ([version, found]) => {
    const app = withVersions(`chain-${version}`, { [kernel]: '1.1.0', [chain]: version, [send]: '1.0.0' })
    return open(there, { ...app, files: { ...app.files, 'main.js': linksPage } }, found)
  })
  tell(
    'a feature reads the second version where a chain carries it, and the first from a chain that was built before',
  )
  tell('a feature that was built before reads the first version of a chain that carries both')
  const refused = withVersions('new-chain-old-kernel', { [kernel]: '1.0.0', [chain]: '1.1.0' })
  await expectRefusal(() => buildApp(join(apps, refused.name), refused, there.settings), 'ERESOLVE')
  tell('a chain that carries the second version refuses to be installed beside a kernel without it')
}

async function kernelMajor(there: Registry, workspace: WorkspaceCopy): Promise<void> {
  workspace.addChangeset('kernel-major', { [kernel]: 'major' }, '**Breaking**: removed something.')
  await expectRefusal(
    async () => workspace.run('npx', 'tsx', 'scripts/checkRelease.ts'),
    'no changeset says why',
  )
  tell('a kernel major without a word for each plugin is refused')
  const dependents = publishedPackages().filter(({ manifest }) => manifest.peerDependencies?.[kernel])
  const wide = dependents.map(({ manifest }) => manifest.name).filter((name) => name !== narrow)
  for (const name of wide) {
    workspace.edit(name, 'package.json', (text) =>
      text.replace(/("@latchkey\/kernel": "workspace:\^1\.\d\.0)"/, '$1 || ^2.0.0"'),
    )
  }
  const minors = Object.fromEntries(wide.map((name) => [name, 'minor' as Bump]))
  workspace.addChangeset('both-kernels', minors, 'Supports kernel 2 as well.')
  workspace.addChangeset('new-kernel-only', { [narrow]: 'major' }, '**Breaking**: needs kernel 2.')
  await expectRefusal(
    async () => workspace.run('npx', 'tsx', 'scripts/checkRelease.ts'),
    'would go on writing projects for the one before',
  )
  tell('a kernel major that leaves the generators behind is refused')
  const written = Object.fromEntries(generators.map((name) => [name, 'minor' as Bump]))
  workspace.addChangeset('projects-of-kernel-2', written, 'Writes projects for kernel 2.')
  workspace.run('npx', '-y', 'pnpm@12.21.0', 'install', '--no-frozen-lockfile', '--prefer-offline')
  const before = await there.versions(names)
  workspace.run('npx', 'tsx', 'scripts/checkRelease.ts')
  workspace.release()
  const moved = await movedSince(there, before)
  expectSame([moved[kernel], moved[narrow]], ['2.0.0', '2.0.0'])
  expectSame(
    [...wide, ...generators].filter((name) => moved[name] !== (name === chain ? '1.2.0' : '1.1.0')),
    [],
  )
  tell('plugins that support both kernels are released with the wide range, as a minor')
  await takeAtATime(2, ['1.1.0', '2.0.0'], async (version) => {
    await open(there, withVersions(`kernel-${version}`, { [kernel]: version }))
    tell(`they install without a conflict and run on kernel ${version}`)
  })
  const refused = withVersions('narrow-plugin-old-kernel', { [kernel]: '1.1.0', [narrow]: '2.0.0' })
  await expectRefusal(() => buildApp(join(apps, refused.name), refused, there.settings), 'ERESOLVE')
  tell('a plugin that needs the new kernel refuses to be installed beside the old one')
}

/** Installs, builds and opens an app. @param found What its page says that it found */
async function open(there: Registry, app: RehearsalApp, found?: string): Promise<void> {
  const home = join(apps, app.name)
  await buildApp(home, app, there.settings)
  await visitApp(home, app, found)
  rmSync(home, { recursive: true })
}

/** The app of Vite and npm, with other versions of some packages. */
function withVersions(name: string, versions: Readonly<Record<string, string>>) {
  const [app] = rehearsalApps
  if (!app) throw new Error('There are no apps.')
  return { ...app, name, dependencies: { ...evmOnly, ...react19, vite: '8.3.8', ...versions } }
}

/** Releases, and expects exactly these versions to be new. */
async function releases(
  there: Registry,
  workspace: WorkspaceCopy,
  expected: Readonly<Record<string, string>>,
): Promise<void> {
  const before = await there.versions(names)
  workspace.release()
  expectSame(await movedSince(there, before), expected)
}

async function movedSince(there: Registry, before: ReadonlyMap<string, readonly string[]>) {
  const after = await there.versions(names)
  return Object.fromEntries(
    [...after].flatMap(([name, versions]) => {
      const added = versions.filter((version) => before.get(name)?.includes(version) !== true)
      return added.length === 0 ? [] : [[name, added.join(', ')] as const]
    }),
  )
}

function expectSame(found: unknown, expected: unknown): void {
  const text = (value: unknown) =>
    JSON.stringify(value, (_, part) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part as object).sort(([a], [b]) => (a < b ? -1 : 1)))
        : (part as unknown),
    )
  if (text(found) !== text(expected)) throw new Error(`Expected ${text(expected)}, but found ${text(found)}.`)
}

async function expectRefusal(run: () => Promise<unknown>, words: string): Promise<void> {
  try {
    await run()
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    if (said.includes(words)) return
    throw new Error(`Expected a refusal that says "${words}", but found: ${said}`)
  }
  throw new Error(`Expected a refusal that says "${words}", but nothing was refused.`)
}

function tell(what: string): void {
  proven += 1
  console.log(`ok   ${what} (${Math.round((Date.now() - begun) / 1000)} s)`)
}
