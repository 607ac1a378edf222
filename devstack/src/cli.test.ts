import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { commands } from './commands.js'
import { runCommandLine } from './runCommandLine.js'

const cli = fileURLToPath(new URL('./cli.ts', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))

function run(args: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', cli, ...args], { cwd: root })
  let output = ''
  const read = (chunk: Buffer): void => {
    output += chunk.toString()
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  return { child, output: () => output }
}

describe('the command line', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('runs a chain until %s', async (signal) => {
    const { child, output } = run(['evm', '--port', '0', '--chain-id', '4242'])
    await expect.poll(output, { timeout: 30_000 }).toContain('Press Ctrl+C to stop.')
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0]
    expect(url).toBeDefined()
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
    const ask = () =>
      fetch(url!, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then((answer) =>
        answer.json(),
      )
    expect(await ask()).toMatchObject({ result: '0x1092' })
    expect(output()).toContain('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    expect(output()).toContain('LUSD')
    const exited = once(child, 'exit')
    child.kill(signal)
    expect(await exited).toEqual([0, null])
    await expect(ask()).rejects.toThrow()
  })

  it('fails with a sentence for an unknown command', async () => {
    const { child, output } = run(['moon'])
    expect(await once(child, 'close')).toEqual([1, null])
    expect(output()).toMatch(/^There is no command "moon"\. Choose one of: .*evm.*\.\n$/)
  })

  it('lists every command in its help', async () => {
    const lines: string[] = []
    const io = { print: (line: string) => lines.push(line) }
    expect(await runCommandLine(commands, [], io)).toBeUndefined()
    for (const command of commands) expect(lines.join('\n')).toContain(`  ${command.name} `)
    lines.length = 0
    await runCommandLine(commands, ['evm', '--help'], io)
    expect(lines.join('\n')).toContain('--chain-id <number>')
  })
})
