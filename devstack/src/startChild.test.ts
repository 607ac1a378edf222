import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startChild } from './startChild.js'

const node = process.execPath

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('startChild', () => {
  it('hands back what the program said when it was up', async () => {
    const child = await startChild({
      name: 'program',
      command: node,
      arguments: ['-e', 'console.log("up on 7"); setInterval(() => {}, 1000)'],
      ready: (output) => /up on (\d)/.exec(output)?.[1],
    })
    expect(child.ready).toBe('7')
    await child.stop()
    expect(isRunning(child.pid)).toBe(false)
  })

  it('ends a program that does not react to a polite end', async () => {
    const child = await startChild({
      name: 'program',
      command: node,
      arguments: ['-e', 'process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1000)'],
      ready: (output) => (output.includes('up') ? true : undefined),
    })
    await child.stop()
    expect(isRunning(child.pid)).toBe(false)
  })

  it('rejects with the last output when the program ends early', async () => {
    const start = startChild({
      name: 'program',
      command: node,
      arguments: ['-e', 'console.error("no disk"); process.exit(3)'],
      ready: () => undefined,
    })
    await expect(start).rejects.toThrowErrorMatchingInlineSnapshot(`
      [DevstackError: program ended before it was up (exit code 3). Its last output:
      no disk]
    `)
  })

  it('rejects and ends a program that never says that it is up', async () => {
    const start = startChild({
      name: 'program',
      command: node,
      arguments: ['-e', 'setInterval(() => {}, 1000)'],
      ready: () => undefined,
      timeoutMilliseconds: 300,
    })
    await expect(start).rejects.toMatchObject({ code: 'PROCESS_NOT_READY' })
  })

  it('rejects when there is no such program', async () => {
    const start = startChild({
      name: 'program',
      command: '/nowhere/program',
      arguments: [],
      ready: () => undefined,
    })
    await expect(start).rejects.toThrowErrorMatchingInlineSnapshot(
      `[DevstackError: program could not be started from "/nowhere/program": spawn /nowhere/program ENOENT. Reinstall the package that carries it for this platform.]`,
    )
  })

  it('removes the program’s own folder when it is stopped, and when it ends by itself', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-child-'))
    const start = (script: string) =>
      startChild({
        name: 'program',
        command: node,
        folder,
        arguments: ['-e', script],
        ready: (output) => (output.includes('up') ? true : undefined),
      })
    const child = await start('console.log("up"); setInterval(() => {}, 1000)')
    expect(existsSync(folder)).toBe(true)
    await child.stop()
    expect(existsSync(folder)).toBe(false)

    mkdirSync(folder)
    await start('console.log("up")')
    await expect.poll(() => existsSync(folder)).toBe(false)
  })

  it('ends the program and removes its folder also when this process is killed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-child-'))
    const module = new URL('./startChild.ts', import.meta.url).href
    const script = `
      import { startChild } from ${JSON.stringify(module)}
      const child = await startChild({
        name: 'program', command: process.execPath, folder: ${JSON.stringify(folder)},
        arguments: ['-e', 'console.log("up"); setInterval(() => {}, 1000)'],
        ready: (output) => (output.includes('up') ? true : undefined),
      })
      console.log('child ' + child.pid)
      setInterval(() => {}, 1000)`
    const parent = spawn(node, ['--import', 'tsx', '--input-type=module', '-e', script], {
      cwd: new URL('..', import.meta.url),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [chunk] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(/child (\d+)/.exec(chunk.toString())?.[1])
    expect(isRunning(pid)).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false)
    await expect.poll(() => existsSync(folder), { timeout: 20_000 }).toBe(false)
  })
})
