import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findPackage, type Installed, installedBelow } from './installedBelow.js'
import { isPermissive } from './licences.js'
import { nextProblems } from './nextFixture.js'
import { lastLines } from './lastLines.js'
import { packPackages } from './packPackages.js'
import { samplesOf } from './samples.js'
import { sdkProblems } from './sdkFixture.js'
import { undeclaredProblems } from './strictInstalls.js'
import { takeWords } from './takeWords.js'
import { publishedPackages, root } from './workspace.js'

/**
 * What a host gets: installs every package for pages from packed archives, without the overrides of this workspace, with
 * each package manager and at both ends of the peer ranges, and looks at copies, licences, counts and types; builds a Next
 * app, and hands the connected wallet to the SDKs of docs/sdks.md. `npm run consumers -- npm-newest` runs one of them.
 * Needs a build.
 */
interface Consumer {
  readonly name: string
  readonly install: readonly [string, ...string[]]
  readonly peers: Readonly<Record<string, string>>
  readonly types: Readonly<Record<string, string>>
  /** What else the host installs. Default nothing. */
  readonly more?: Readonly<Record<string, string>>
  /** What is looked at. Default everything that every host gets. */
  readonly review?: (project: string, installed: readonly Installed[]) => readonly string[]
}

const newest = {
  peers: { react: '19.3.1', 'react-dom': '19.3.1', valtio: '2.3.2', viem: '2.57.1' },
  types: { '@types/react': '19.3.0', '@types/react-dom': '19.3.0' },
}
const oldest = {
  peers: { react: '18.3.1', 'react-dom': '18.3.1', valtio: '2.3.0', viem: '2.49.0' },
  types: { '@types/react': '18.3.12', '@types/react-dom': '18.3.1' },
}
const npm = ['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'] as const
const pnpm = [
  'npx',
  '-y',
  'pnpm@12.21.0',
  'install',
  '--prefer-offline',
  '--config.node-linker=hoisted',
] as const
const yarn = [
  'npx',
  '-y',
  'yarn@1.22.22',
  'install',
  '--ignore-engines',
  '--silent',
  '--no-lockfile',
] as const

/** Each package sees only what it declares, and peers that don't fit end the installation. */
const strictPnpm = [
  'npx',
  '-y',
  'pnpm@12.21.0',
  'install',
  '--prefer-offline',
  '--config.node-linker=isolated',
  '--config.strict-peer-dependencies=true',
  '--config.auto-install-peers=false',
  '--config.hoist=false',
] as const
/** As the README of the WalletConnect plugin says: its library's `abitype` states zod 3 for types that nothing here uses. */
const strictPeerRule = `peerDependencyRules: { allowedVersions: { 'abitype>zod': '4' } }\n`
/** Without `node_modules`: Yarn's loader refuses what a package doesn't declare. */
const plugAndPlay = ['npx', '-y', '@yarnpkg/cli-dist@4.18.1', 'install'] as const

const polkadotSdks = { '@polkadot-api/pjs-signer': '0.7.3', '@polkadot/api': '16.5.6' }

/** A bundler, and the peers that only some hosts have. */
const strictTools = { esbuild: '0.28.2', '@solana/kit': '8.4.0', '@polkadot-api/pjs-signer': '0.7.3' }

const consumers: readonly Consumer[] = [
  { name: 'npm-newest', install: npm, ...newest },
  { name: 'npm-oldest', install: npm, ...oldest },
  { name: 'pnpm-newest', install: pnpm, ...newest },
  { name: 'yarn-newest', install: yarn, ...newest },
  { name: 'pnpm-strict', install: strictPnpm, ...newest, more: strictTools, review: reviewStrict },
  {
    name: 'yarn-pnp',
    install: plugAndPlay,
    ...newest,
    more: strictTools,
    review: reviewPlugAndPlay,
  },
  {
    name: 'next',
    install: npm,
    ...newest,
    more: { next: '16.4.6' },
    review: nextProblems,
  },
  {
    name: 'sdks-newest',
    install: npm,
    ...newest,
    more: {
      ...polkadotSdks,
      '@solana/kit': '8.4.0',
      '@solana/web3.js': '1.99.0',
      '@wagmi/core': '3.6.5',
      'bitcoinjs-lib': '7.0.5',
      ethers: '6.17.0',
    },
    review: reviewSdks,
  },
  {
    name: 'sdks-oldest',
    install: npm,
    ...oldest,
    more: {
      ...polkadotSdks,
      '@solana/kit': '8.4.0',
      '@solana/web3.js': '1.98.0',
      '@wagmi/core': '2.22.1',
      'bitcoinjs-lib': '7.0.0',
      ethers: '6.13.0',
    },
    review: reviewSdks,
  },
  {
    name: 'peers-oldest',
    install: npm,
    ...oldest,
    review: (project) => peerTestProblems(project, 'viem', 'plugins/eip155'),
  },
]

/** Tools for tests, local chains, servers, source code and agents are no part of a page, nor are generators. */
const forPages = publishedPackages().filter(
  ({ manifest }) => !/\/(?:devstack|testkit|codemod|mcp|service-.*)$|^create-/.test(manifest.name),
)
/** One copy each, or objects of one do not fit the other. */
const shared = ['react', 'valtio', ...forPages.map(({ manifest }) => manifest.name)]

/** Its samples need SDKs that a page does not get from us. */
const sdkDocument = 'docs/sdks.md'

const { words: wanted } = takeWords({ words: consumers.map(({ name }) => name) })
const folder = mkdtempSync(join(tmpdir(), 'latchkey-consumers-'))
const problems: string[] = []
try {
  const archives = packAll(join(folder, 'archives'))
  for (const consumer of consumers) {
    if (wanted.length > 0 && !wanted.includes(consumer.name)) continue
    problems.push(...check(consumer, archives).map((problem) => `${consumer.name}: ${problem}`))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const problem of problems) console.error(problem)
console.log(`${problems.length} problems for who installs the packages.`)
process.exit(problems.length > 0 ? 1 : 0)

function packAll(target: string): Readonly<Record<string, string>> {
  mkdirSync(target)
  const unbuilt = forPages.find(({ directory }) => !existsSync(join(directory, 'dist')))
  if (unbuilt) throw new Error(`${unbuilt.manifest.name} is not built.`)
  const names = forPages.map(({ manifest }) => manifest.name)
  return Object.fromEntries([...packPackages(names, target)].map(([name, path]) => [name, `file:${path}`]))
}

function check(
  { name, install, peers, types, more, review = reviewPages }: Consumer,
  archives: Readonly<Record<string, string>>,
) {
  const project = join(folder, name)
  mkdirSync(project)
  // Ranges among our own packages lead to the archives; everything else is resolved as a host's would be.
  writeJson(join(project, 'package.json'), {
    name,
    private: true,
    type: 'module',
    dependencies: { ...archives, ...peers, ...more },
    devDependencies: { ...types, typescript: '7.0.2', vite: '8.3.8', '@types/node': '20.19.43' },
    ...(name.startsWith('yarn') ? { resolutions: archives } : {}),
  })
  if (name.startsWith('pnpm'))
    writeFileSync(
      join(project, 'pnpm-workspace.yaml'),
      `overrides: ${JSON.stringify(archives)}\nstrictDepBuilds: false\n${strictPeerRule}`,
    )
  if (install === plugAndPlay) writeFileSync(join(project, '.yarnrc.yml'), plugAndPlaySettings())
  const [command, ...args] = install
  execFileSync(command, args, { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] })
  const installed = existsSync(join(project, '.pnp.cjs'))
    ? []
    : installedBelow(project, [...Object.keys(archives), ...Object.keys(peers)])
  const size = installed.reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(`${name}: ${installed.length} packages, ${Math.round(size / 1e6)} MB`)
  return review(project, installed)
}

function reviewPages(project: string, installed: readonly Installed[]) {
  return [
    ...copyProblems(installed),
    ...viemProblems(project),
    ...licenceProblems(installed),
    ...typeProblems(project, (path) => path !== sdkDocument),
  ]
}

function reviewStrict(project: string) {
  return [
    ...undeclaredProblems(project, forPages, ['npx']),
    ...viemProblems(project),
    ...typeProblems(project, (path) => path !== sdkDocument),
  ]
}

function reviewPlugAndPlay(project: string) {
  const [runner, ...args] = plugAndPlay
  return undeclaredProblems(project, forPages, [runner, ...args.slice(0, -1), 'run'])
}

/** Nothing is found by chance, and packages come from where npm takes them. */
function plugAndPlaySettings(): string {
  const registry = execFileSync('npm', ['config', 'get', 'registry']).toString().trim()
  return [
    'nodeLinker: pnp',
    'pnpFallbackMode: none',
    'enableGlobalCache: true',
    'enableTelemetry: false',
    'enableImmutableInstalls: false',
    `npmRegistryServer: ${JSON.stringify(registry)}`,
    '',
  ].join('\n')
}

function reviewSdks(project: string) {
  return [...typeProblems(project, (path) => path === sdkDocument), ...sdkProblems(project)]
}

/** A plugin's own tests, with the version of a peer that the project has. */
function peerTestProblems(project: string, peer: string, plugin: string): readonly string[] {
  try {
    execFileSync(
      join(root, 'node_modules/.bin/vitest'),
      ['run', '--config', 'scripts/peerVersion.vitest.config.ts'],
      {
        cwd: root,
        stdio: 'pipe',
        env: { ...process.env, PEER_NAME: peer, PEER_FOLDER: project, PEER_USER: plugin },
      },
    )
    return []
  } catch (error) {
    return [`The tests of ${plugin} fail.`, lastLines(error, 60)]
  }
}

function copyProblems(installed: readonly Installed[]) {
  return shared.flatMap((name) => {
    const versions = installed.filter((found) => found.name === name).map(({ version }) => version)
    return versions.length === 1 ? [] : [`${versions.length} copies of ${name}: ${versions.join(', ')}.`]
  })
}

/** The WalletConnect client brings a viem of its own, whose objects stay inside it; the EVM plugin must use the app's. */
function viemProblems(project: string) {
  const plugin = findPackage('@latchkey/plugin-eip155', project)
  const own = findPackage('viem', project)
  return plugin !== undefined && own !== undefined && findPackage('viem', plugin) === own
    ? []
    : ['The EVM plugin does not use the viem of the app.']
}

function licenceProblems(installed: readonly Installed[]) {
  return installed.flatMap(({ name, version, licence }) =>
    licence !== undefined && isPermissive(licence)
      ? []
      : [`${name} ${version} is under ${licence ?? 'no licence'}.`],
  )
}

/** The samples of the documents, against the installed declarations. */
function typeProblems(project: string, takes: (document: string) => boolean): readonly string[] {
  const documents = execFileSync(
    'git',
    [
      'ls-files',
      '--',
      '*.md',
      ':!.changeset',
      ':!examples',
      ':!testkit',
      ':!devstack',
      ':!services',
      ':!create',
      ':!create-plugin',
    ],
    {
      cwd: root,
    },
  )
  cpSync(join(root, 'e2e/samples/reader'), join(project, 'reader'), { recursive: true })
  rmSync(join(project, 'reader/package.json'), { force: true })
  writeFileSync(
    join(project, 'reader/tools.d.ts'),
    `declare module '@playwright/test' { export type Page = unknown }
declare module '@latchkey/testkit/evm' { export type EvmTestWallet = unknown; export type WalletChain = unknown }
`,
  )
  for (const path of documents.toString().trim().split('\n').filter(takes)) {
    for (const { line, module } of samplesOf(readFileSync(join(root, path), 'utf8'))) {
      if (/from '(?:vitest|@playwright\/test|@latchkey\/(?:devstack|testkit)[^']*)'/.test(module)) continue
      const file = join(project, 'written', `${path}.${line}.tsx`)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, module)
    }
  }
  writeJson(join(project, 'tsconfig.json'), {
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      module: 'ESNext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      rootDirs: ['written', 'reader'],
      types: ['node', 'vite/client'],
    },
    include: ['reader', 'written'],
  })
  try {
    execFileSync('npx', ['tsc', '-p', '.', '--pretty', 'false'], { cwd: project, stdio: 'pipe' })
    return readdirSync(join(project, 'written')).length > 0 ? [] : ['No sample was compiled.']
  } catch (error) {
    return String((error as { stdout: Buffer }).stdout)
      .trim()
      .split('\n')
  }
}

function writeJson(path: string, value: object): void {
  writeFileSync(path, JSON.stringify(value, null, 2))
}
