import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const place = '/dev/shm'
const gigabyte = 2 ** 30

/**
 * Makes a folder in memory for what installs packages with npm: it writes and deletes 100,000 small files, which a disk takes minutes for.
 * Nothing where a machine has no such place, or less than 8 GB of it, or less than 12 GB of memory, or runs no program from there.
 */
export function memoryFolder() {
  if (!existsSync(place)) return undefined
  const { bavail, bsize } = statfsSync(place)
  if (bavail * bsize < 8 * gigabyte || freemem() < 12 * gigabyte) return undefined
  const folder = mkdtempSync(join(place, 'latchkey-'))
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n')
  chmodSync(program, 0o755)
  if (spawnSync(program).status === 0) return folder
  rmSync(folder, { recursive: true, force: true })
  return undefined
}
