import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from './workspace.js'

const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  packageManager: string
}

const packed = z.object({ name: z.string(), filename: z.string() })
const answer = z.union([z.array(packed), packed.transform((one) => [one])])

/** Packs packages as they would be published. Returns the path of each archive by the package's name. */
export function packPackages(names: readonly string[], folder: string): ReadonlyMap<string, string> {
  const filters = names.flatMap((name) => ['--filter', name])
  const output = execFileSync(
    'npx',
    ['-y', packageManager, ...filters, 'pack', '--pack-destination', folder, '--json'],
    // The list names every file of every package.
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 256 * 1024 * 1024 },
  ).toString()
  // Scripts that run before packing write to the same stream.
  const start = output.search(/^[[{]$/m)
  const archives = new Map(
    answer.parse(JSON.parse(output.slice(start))).map((one) => [one.name, one.filename]),
  )
  const missing = names.filter((name) => !archives.has(name))
  if (missing.length > 0) throw new Error(`Not packed: ${missing.join(', ')}.`)
  return archives
}
