import type { Chain } from './chains.js'
import { importLines } from './importLines.js'

/** Writes the module that puts a test wallet of each chain on the page in development. */
export function writeDevelopmentWallets(chains: readonly Chain[]): string {
  return [
    ...importLines(chains.flatMap(({ testWallet }) => testWallet.imports)),
    '',
    ...nodeLines(chains),
    '// Wallets to try the page with, in development only. Their keys are public: send nothing of value to them.',
    ...chains.map(({ testWallet }) => testWallet.line),
    '',
  ].join('\n')
}

/** Writes the wallets of the end-to-end test. */
export function writeTestWallets(chains: readonly Chain[]): string {
  return [
    ...importLines([
      { from: '@latchkey/testkit/playwright', names: chains.map(({ e2eWallet }) => e2eWallet.install) },
    ]),
    "import type { Page } from '@playwright/test'",
    '',
    'export interface TestWallet {',
    '  /** As the page shows it. */',
    '  readonly name: string',
    '  readonly account: string',
    '  /** The account with its network, as the server knows it. */',
    '  readonly accountId: string',
    '  /** Puts the wallet on the pages that are opened from now on, as an extension would. */',
    '  install(page: Page): Promise<unknown>',
    '}',
    '',
    ...nodeLines(chains),
    '/** One for each chain of the app. Their keys are public. */',
    'export const wallets: readonly TestWallet[] = [',
    ...chains.flatMap(({ e2eWallet: { name, account, accountId, install, options } }) => [
      '  {',
      `    name: '${name}',`,
      `    account: '${account}',`,
      `    accountId: '${accountId}',`,
      `    install: (page) => ${install}(page, ${options}),`,
      '  },',
    ]),
    ']',
    '',
  ].join('\n')
}

/** The node that wallets of some chains want to be told. */
function nodeLines(chains: readonly Chain[]): readonly string[] {
  if (!chains.some(({ e2eWallet }) => e2eWallet.options.includes('rpcUrl'))) return []
  return [
    '// No node listens there, because connecting and signing need none. To send, give a node of yours.',
    "const rpcUrl = 'http://127.0.0.1:1'",
    '',
  ]
}
