import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { root } from './workspace.js'

/** Wrong options of each plugin that checks them while the page loads. */
const calls = `
import { eip155 } from './plugins/eip155/src/index.ts'
import { solana, solanaMainnet } from './plugins/solana/src/index.ts'
import { bip122 } from './plugins/bip122/src/index.ts'
import { polkadot, polkadotAssetHub } from './plugins/polkadot/src/index.ts'
import { walletConnect } from './plugins/walletconnect/src/index.ts'
import { emailAuth } from './plugins/email-auth/src/index.ts'
import { walletData } from './plugins/wallet-data/src/index.ts'
import { balances } from './plugins/balances/src/index.ts'
import { prices } from './plugins/prices/src/index.ts'

const calls = {
  eip155: () => eip155({ networks: [] }),
  solana: () => solana({ networks: [{ ...solanaMainnet, walletStandardChain: 'mainnet' }] }),
  bip122: () => bip122({ networks: [] }),
  polkadot: () => polkadot({ networks: [{ ...polkadotAssetHub, ss58Prefix: 46 }] }),
  walletConnect: () => walletConnect({ relayUrl: 'http://relay.example' }),
  emailAuth: () => emailAuth({ frameUrl: 'nowhere' }),
  walletData: () => walletData({ url: 'nowhere' }),
  balances: () => balances({ currency: 'shells' }),
  prices: () => prices([]),
}
const caught = Object.entries(calls).map(([name, call]) => {
  try { call() } catch ({ code, message }) { return [name, { code, message }] }
})
console.log(JSON.stringify(Object.fromEntries(caught)))
`

type Caught = Readonly<Record<string, { readonly code: string; readonly message: string }>>

async function run(...conditions: string[]): Promise<{ readonly code: string; readonly caught: Caught }> {
  const { outputFiles } = await build({
    stdin: { contents: calls, resolveDir: root },
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions,
    write: false,
    minifySyntax: true,
    plugins: [
      {
        name: 'later',
        setup: ({ onResolve }) =>
          onResolve({ filter: /./ }, ({ kind, path }) =>
            kind === 'dynamic-import' ? { path, external: true } : undefined,
          ),
      },
    ],
  })
  const code = outputFiles[0]?.text ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'sentences-'))
  try {
    const file = join(folder, 'calls.mjs')
    writeFileSync(file, code)
    return {
      code,
      caught: JSON.parse(execFileSync(process.execPath, [file], { encoding: 'utf8' })) as Caught,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('what a developer reads about an option that cannot be used', async () => {
  const development = await run()
  const production = await run('production')

  it.each([
    ['eip155', '"networks"', 'must list at least one chain'],
    ['solana', '"walletStandardChain"', 'must be like "solana:mainnet"'],
    ['bip122', '"networks"', 'must list at least one network'],
    ['polkadot', '"ss58Prefix"', 'must be 0 to 16383'],
    ['walletConnect', '"relayUrl"', 'must begin with wss://'],
    ['emailAuth', '"frameUrl"', 'the address of the frame page'],
    ['walletData', '"url"', 'must be an http(s) URL'],
    ['balances', 'currency "shells"|the currency', 'must be one of'],
    ['prices', 'no source is listed', 'for example'],
  ])('%s says which one, and in development what belongs there', (plugin, name, advice) => {
    const full = development.caught[plugin]
    const short = production.caught[plugin]
    expect(full?.message).toMatch(new RegExp(name))
    expect(full?.message).toContain(advice)
    expect(short?.message).toMatch(new RegExp(name))
    expect(short?.code).toBe(full?.code)
    expect(production.code).not.toContain(advice)
  })
})
