import { afterEach, describe, expect, it } from 'vitest'
import type { Running } from '../command.js'
import { commands } from '../commands.js'
import { runCommandLine } from '../runCommandLine.js'

let running: Running | undefined
afterEach(() => running?.stop())

async function run(...args: readonly string[]): Promise<string> {
  const lines: string[] = []
  running = await runCommandLine(commands, args, { print: (line) => lines.push(line) })
  return lines.join('\n')
}

describe('the chain commands', () => {
  it('solana prints its address, accounts and tokens', async () => {
    const output = await run('solana', '--port', '0')
    expect(output).toMatch(/^Solana chain solana:\w{32}: http:\/\/127\.0\.0\.1:\d+ and ws:/)
    expect(output).toMatch(/gold +\w+ {2}9 decimals, program Tokenz/)
  })

  it('bitcoin funds the addresses it is given and mines', async () => {
    const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
    const output = await run('bitcoin', '--port', '0', '--fund', address, '--mine', '0.2')
    const url = /http:\S+/.exec(output)?.[0]
    const height = async () => Number(await (await fetch(`${url}/blocks/tip/height`)).text())
    const before = await height()
    await expect.poll(height, { timeout: 10_000 }).toBeGreaterThan(before)
    const { chain_stats: funds } = (await (await fetch(`${url}/address/${address}`)).json()) as {
      chain_stats: { funded_txo_sum: number }
    }
    expect(funds.funded_txo_sum).toBe(100_000_000)
  })

  it('bitcoin refuses to fund an address of another network, and leaves nothing running', async () => {
    const args = ['bitcoin', '--port', '0', '--fund', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4']
    await expect(run(...args)).rejects.toMatchObject({ code: 'INVALID_OPTION' })
  })

  it('account-abstraction prints the addresses of its bundler and its paymaster', async () => {
    const ports = ['--port', '0', '--bundler-port', '0', '--paymaster-port', '0']
    const output = await run('account-abstraction', ...ports)
    expect(output).toMatch(/Bundler http:\/\/127\.0\.0\.1:\d+\nPaymaster http:\/\/127\.0\.0\.1:\d+\n/)
    expect(output).toContain('EntryPoint 0.8 0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108')
  })

  it('polkadot prints its address and accounts', async () => {
    const output = await run('polkadot', '--port', '0')
    expect(output).toMatch(
      /^Polkadot chain polkadot:45454545454545454545454545454545: ws:\/\/127\.0\.0\.1:\d+/,
    )
    expect(output).toContain('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY  //Alice')
  })
})
