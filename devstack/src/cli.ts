#!/usr/bin/env node
import { commands } from './commands.js'
import { runCommandLine } from './runCommandLine.js'

try {
  const running = await runCommandLine(commands, process.argv.slice(2), {
    print: (line) => console.log(line),
  })
  if (running) {
    console.log('Press Ctrl+C to stop.')
    // A timer keeps the process alive: a child's pipes alone would not after it has ended.
    const alive = setInterval(() => {}, 2 ** 30)
    await new Promise<void>((resolve) => {
      process.once('SIGINT', () => resolve())
      process.once('SIGTERM', () => resolve())
    })
    await running.stop()
    clearInterval(alive)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
