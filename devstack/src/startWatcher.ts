import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'

/**
 * Ends the program with the given process id when this process is gone, also after SIGKILL, when no
 * handler of ours can run: a shell waits for the end of a pipe that only this process holds open. It has
 * its own process group so that an interrupt from the terminal does not end it first. Returns the
 * function that calls it off. With `folder`, that folder is removed after the program.
 *
 * Windows has no such shell; there the program ends with a normal exit of this process only.
 */
export function startWatcher(pid: number, folder?: string): () => void {
  const kill = (): void => {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', kill)
  if (process.platform === 'win32') return () => process.off('exit', kill)

  const script = 'read -r end; kill -KILL "$1" 2>/dev/null; [ -z "$2" ] || rm -rf -- "$2"'
  const watcher = spawn('/bin/sh', ['-c', script, 'sh', String(pid), folder ?? ''], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.unref()
  return () => {
    process.off('exit', kill)
    watcher.kill('SIGKILL')
  }
}
