import { spawn } from 'node:child_process'

/** Runs a program to its end, without holding up what this process serves meanwhile. Returns what it printed. */
export function runProgram(
  command: string,
  parameters: readonly string[],
  { cwd, isShown = false }: { readonly cwd?: string; readonly isShown?: boolean } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let [output, problems] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (isShown) process.stdout.write(text)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      problems += text
      if (isShown) process.stderr.write(text)
    })
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(output.trim())
      else reject(new Error(`"${command} ${parameters.join(' ')}" ended with ${code}.\n${output}${problems}`))
    })
  })
}
