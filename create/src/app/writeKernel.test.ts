// The lists of plugins that the generator writes, run as the apps would run them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kernel } from '@latchkey/kernel'
import { createBitcoinTestWallet } from '@latchkey/testkit/bitcoin'
import { createEvmTestWallet } from '@latchkey/testkit/evm'
import { createPolkadotTestWallet } from '@latchkey/testkit/polkadot'
import { createSolanaTestWallet } from '@latchkey/testkit/solana'
import { canonicalAccountId } from '@latchkey/plugin-siwx/server'
import { afterAll, describe, expect, it } from 'vitest'
import { type AppAnswers, filesOf } from './app.testing.js'
import { chains } from './chains.js'
import { features } from './features.js'

const folder = mkdtempSync(join(import.meta.dirname, '../../.tried-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Makes the kernel of an app. Here, where the packages of the workspace are found. */
async function kernelOf(name: string, answers: Partial<AppAnswers>): Promise<Kernel> {
  const file = join(folder, `${name}.ts`)
  writeFileSync(file, filesOf(answers).get('src/kernel.ts') ?? '')
  const { kernel } = (await import(file)) as { readonly kernel: Kernel }
  return kernel
}

/** Plugins that ask for something which nobody provides, too. */
const problemsOf = (kernel: Kernel) => kernel.inspect().problems

describe('a list of plugins', () => {
  it('works with everything in it', async () => {
    const listed = {
      chains: chains.map(({ id }) => id),
      features: features.map(({ id }) => id),
      'sign-in': true,
    }
    expect(problemsOf(await kernelOf('all', listed))).toEqual([])
  })

  it.each(features.map(({ id }) => id))('works with %s alone', async (id) => {
    expect(problemsOf(await kernelOf(id, { features: [id] }))).toEqual([])
  })

  it.each(chains.map(({ id }) => id))('works on %s alone, with sign-in', async (id) => {
    const kernel = await kernelOf(`on-${id}`, { chains: [id], 'sign-in': true })
    expect(problemsOf(kernel)).toEqual([])
    expect(kernel.inspect().plugins.map((plugin) => plugin.id)).toContain(id)
  })
})

describe('the wallets of the end-to-end test', () => {
  it('have the accounts that the testkit gives them', async () => {
    const polkadot = await createPolkadotTestWallet({ ss58Prefix: 0 }).provider.enable('test')
    const [first] = await polkadot.accounts.get()
    const accounts: Readonly<Record<string, string | undefined>> = {
      eip155: await evmAccount(),
      solana: createSolanaTestWallet({ permitted: true }).wallet.accounts[0]?.address,
      bip122: createBitcoinTestWallet({ network: 'mainnet' }).accounts[0]?.payment,
      polkadot: first?.address,
    }
    expect(Object.fromEntries(chains.map(({ id, e2eWallet }) => [id, e2eWallet.account]))).toEqual(accounts)
  })

  it('are spelled as a server spells them', () => {
    for (const { e2eWallet } of chains) {
      const network = e2eWallet.accountId.split(':').slice(0, 2).join(':')
      expect(canonicalAccountId(`${network}:${e2eWallet.account}`)).toBe(e2eWallet.accountId)
    }
  })
})

async function evmAccount(): Promise<string | undefined> {
  const accounts = await createEvmTestWallet().provider.request({ method: 'eth_requestAccounts' })
  return Array.isArray(accounts) ? String(accounts[0]) : undefined
}
