import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createWalletClient, erc20Abi, http, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { localMarket, startWalletData } from './index.js'
import { type HoldingProxy, startHoldingProxy } from './test/holdingProxy.js'
import { createReader } from './test/reader.js'
import { type Postgres, startPostgres } from '@latchkey/devstack/postgres'

const cli = fileURLToPath(new URL('./cli.ts', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))
const sends = 600
const kills = 3

describe('a service that is killed while it indexes', () => {
  let stack: EvmStack
  let proxy: HoldingProxy
  let postgres: Postgres
  let folder: string
  const hashes: `0x${string}`[] = []

  beforeAll(async () => {
    stack = await startEvm()
    postgres = await startPostgres()
    folder = await mkdtemp(join(tmpdir(), 'latchkey-kill-'))
    proxy = await startHoldingProxy(stack.url)
    const settings = { nodes: [{ namespace: 'eip155', url: proxy.url }] }
    await writeFile(join(folder, 'settings.json'), JSON.stringify(settings))
    const wallet = createWalletClient({
      account: privateKeyToAccount(stack.accounts[0]!.privateKey),
      chain: stack.chain,
      transport: http(),
    })
    for (let nonce = 0; nonce < sends; nonce++) {
      const to = stack.accounts[1 + (nonce % 3)]!.address
      const call = { abi: erc20Abi, functionName: 'transfer', args: [to, BigInt(nonce + 1)] } as const
      hashes.push(
        await wallet.writeContract({ address: stack.tokens.usd.address, ...call, nonce, gas: 100_000n }),
      )
    }
    await stack.client.waitForTransactionReceipt({ hash: hashes.at(-1)! })
  }, 180_000)

  afterAll(async () => {
    await proxy?.stop()
    await postgres?.stop()
    await stack?.stop()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  function startProcess(database: string): ChildProcess {
    const env = {
      ...process.env,
      LATCHKEY_SETTINGS: join(folder, 'settings.json'),
      LATCHKEY_DATABASE: database,
      LATCHKEY_PORT: '0',
    }
    const child = spawn(process.execPath, ['--import', 'tsx', cli], { cwd: root, env })
    child.stderr?.on('data', (chunk) => process.stderr.write(chunk))
    return child
  }

  /** Lets the process index up to a block in the middle, then kills it while it reads or writes what comes next. */
  async function killInTheMiddle(database: string, height: number, patience: number): Promise<void> {
    const held = proxy.holdFrom(height)
    const child = startProcess(database)
    const exited = once(child, 'exit')
    await held
    proxy.release()
    await new Promise((resolve) => setTimeout(resolve, patience))
    child.kill('SIGKILL')
    expect(await exited).toEqual([null, 'SIGKILL'])
  }

  it.each(['the embedded database', 'PostgreSQL'])(
    'has lost and repeated nothing afterwards, on %s',
    async (kind) => {
      const database =
        kind === 'PostgreSQL' ? await postgres.createDatabase('killed') : join(folder, 'killed.db')
      for (let round = 1; round <= kills; round++) {
        await killInTheMiddle(database, Math.floor((round * sends) / (kills + 1)), round * 8)
      }
      const service = await startWalletData({
        ...localMarket,
        nodes: [{ namespace: 'eip155', url: proxy.url }],
        database,
      })
      try {
        await service.sync()
        const read = createReader(service.url)
        const ids: string[] = []
        let next: string | undefined
        do {
          const page: any = await read.history(stack.accounts[0]!.address, next ? { cursor: next } : {})
          ids.push(...page.data.map((one: any) => one.id))
          next = page.next
        } while (next)
        expect(ids.slice(0, sends)).toEqual(hashes.toReversed())
        expect(new Set(ids).size).toBe(ids.length)
        for (const { address } of stack.accounts.slice(0, 4)) {
          const { balances } = await read.balance(address, { currency: 'usd' })
          const held = balances.find((one: any) => one.symbol === 'LUSD').quantity.numeric
          expect(parseUnits(held, 6)).toBe(await stack.tokenBalanceOf(stack.tokens.usd.address, address))
        }
      } finally {
        await service.stop()
      }
    },
    180_000,
  )
})
