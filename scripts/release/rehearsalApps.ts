import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { lastLines } from '../lastLines.js'
import { publishedPackages } from '../workspace.js'

type Files = Readonly<Record<string, string>>

export interface RehearsalApp {
  readonly name: string
  readonly install: readonly [string, ...string[]]
  readonly dependencies: Readonly<Record<string, string>>
  readonly files: Files
  readonly build: readonly [string, ...string[]]
  /** The build's result, to be served: a folder of static files, or a command that serves by itself on `PORT`. */
  readonly served: string | readonly [string, ...string[]]
}

const npm = ['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error'] as const
const pnpm = ['npx', '-y', 'pnpm@12.21.0', 'install', '--config.strict-dep-builds=false'] as const
const yarn = [
  'npx',
  '-y',
  'yarn@1.22.22',
  'install',
  '--ignore-engines',
  '--silent',
  '--no-lockfile',
] as const

/** The packages of a page with EVM wallets alone. */
export const evmOnly = {
  '@latchkey/kernel': '^1.0.0',
  '@latchkey/ui-react': '^1.0.0',
  '@latchkey/plugin-eip155': '^1.0.0',
  '@latchkey/plugin-send': '^1.0.0',
  valtio: '2.3.2',
  viem: '2.57.1',
}
const react18 = { react: '18.3.1', 'react-dom': '18.3.1' }
export const react19 = { react: '19.3.1', 'react-dom': '19.3.1' }

const forPages = publishedPackages()
  .map(({ manifest }) => manifest.name)
  .filter((name) => !/\/(?:devstack|testkit|codemod|mcp|service-.*)$|^create-/.test(name))
const everything = {
  ...Object.fromEntries(forPages.map((name) => [name, '^1.0.0'])),
  valtio: '2.3.2',
  viem: '2.57.1',
  ...react19,
}

const html = (script: string, style = '') => `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Rehearsal</title>${style}</head>
  <body><div id="root"></div>${script}</body>
</html>
`

/** A page with the button; `more` stands before it, and `last` after it. */
export const page = (plugins: string, more: string, last = '') => `${more}
import { createKernel } from '@latchkey/kernel'
import { eip155 } from '@latchkey/plugin-eip155'
import { mainnet } from '@latchkey/plugin-eip155/networks'
import { send } from '@latchkey/plugin-send/react'
import { ConnectButton, KernelProvider } from '@latchkey/ui-react'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const kernel = createKernel([eip155({ networks: [mainnet] }), send()${plugins}])
createRoot(document.getElementById('root')).render(
  createElement(KernelProvider, { kernel }, createElement(ConnectButton)),
)
${last}`
const styles = "import '@latchkey/ui-react/styles.css'"
const evmPage = page('', styles)

/** Every main entry is loaded, and a chain, data and a feature of other packages are listed. */
const wholePage = page(
  ', solana(), walletData(), balances()',
  [
    ...forPages.map((name, at) => `import * as part${at} from '${name}'`),
    "import { balances } from '@latchkey/plugin-balances/react'",
    "import { solana } from '@latchkey/plugin-solana'",
    "import { walletData } from '@latchkey/plugin-wallet-data'",
    `globalThis.parts = [${forPages.map((_, at) => `part${at}`).join(', ')}].map((part) => Object.keys(part).length)`,
  ].join('\n'),
)

const viteFiles: Files = {
  'index.html': html('<script type="module" src="/main.js"></script>'),
  'main.js': evmPage,
}

/** One app for each bundler, package manager and major of React that hosts have. */
export const rehearsalApps: readonly RehearsalApp[] = [
  {
    name: 'vite-react-19-npm',
    install: npm,
    dependencies: { ...evmOnly, ...react19, vite: '8.3.8' },
    files: viteFiles,
    build: ['npx', 'vite', 'build'],
    served: 'dist',
  },
  {
    name: 'vite-react-18-pnpm',
    install: pnpm,
    dependencies: { ...evmOnly, ...react18, vite: '8.3.8' },
    files: viteFiles,
    build: ['npx', 'vite', 'build'],
    served: 'dist',
  },
  {
    name: 'webpack-yarn',
    install: yarn,
    dependencies: {
      ...evmOnly,
      ...react19,
      webpack: '5.105.0',
      'webpack-cli': '6.0.1',
      'css-loader': '7.1.2',
      'style-loader': '4.0.0',
    },
    files: {
      'main.js': evmPage,
      'dist/index.html': html('<script type="module" src="/main.js"></script>'),
      'webpack.config.js': `export default {
  mode: 'production',
  entry: './main.js',
  performance: false,
  module: { rules: [{ test: /\\.css$/, use: ['style-loader', 'css-loader'] }] },
}
`,
    },
    build: ['npx', 'webpack'],
    served: 'dist',
  },
  {
    name: 'esbuild-everything-npm',
    install: npm,
    dependencies: { ...everything, esbuild: '0.28.2' },
    files: {
      'main.js': wholePage,
      'dist/index.html': html(
        '<script type="module" src="/main.js"></script>',
        '<link rel="stylesheet" href="/main.css" />',
      ),
    },
    build: [
      'npx',
      'esbuild',
      'main.js',
      '--bundle',
      '--splitting',
      '--format=esm',
      '--minify',
      '--outdir=dist',
      '--loader:.webp=file',
      '--loader:.svg=file',
    ],
    served: 'dist',
  },
  {
    name: 'next-npm',
    install: npm,
    dependencies: { ...evmOnly, ...react19, next: '16.4.6' },
    files: {
      'app/layout.js': `${styles}
export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>
}
`,
      'app/page.js': `import { Wallet } from './Wallet'
export default function Page() {
  return <Wallet />
}
`,
      'app/Wallet.js': `'use client'
import { createKernel } from '@latchkey/kernel'
import { eip155 } from '@latchkey/plugin-eip155'
import { mainnet } from '@latchkey/plugin-eip155/networks'
import { ConnectButton, KernelProvider } from '@latchkey/ui-react'

const kernel = createKernel([eip155({ networks: [mainnet] })])
export function Wallet() {
  return <KernelProvider kernel={kernel}><ConnectButton /></KernelProvider>
}
`,
    },
    build: ['npx', 'next', 'build', '--webpack'],
    served: ['npx', 'next', 'start'],
  },
]

/** Installs and builds an app in an empty folder. Throws with what the package manager or the bundler said. */
export async function buildApp(folder: string, app: RehearsalApp, settings: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const manifest = { name: app.name, private: true, type: 'module', dependencies: app.dependencies }
  const files: Files = { ...app.files, 'package.json': JSON.stringify(manifest), '.npmrc': settings }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  await runIn(folder, app.install)
  await runIn(folder, app.build)
}

const execute = promisify(execFile)

/** Throws with the last lines of what the command said. */
async function runIn(folder: string, [command, ...args]: readonly [string, ...string[]]): Promise<void> {
  try {
    await execute(command, args, {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', CI: '1' },
    })
  } catch (error) {
    throw new Error(`${[command, ...args].join(' ')} failed in ${basename(folder)}.\n${lastLines(error)}`)
  }
}
