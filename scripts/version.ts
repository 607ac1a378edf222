import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.js'

/** Writes the kernel's package version, which is its API version, into its source. Runs after `changeset version`. */
const { version } = JSON.parse(readFileSync(join(root, 'kernel/package.json'), 'utf8')) as { version: string }
const file = join(root, 'kernel/src/engine/version.ts')
const source = readFileSync(file, 'utf8')
writeFileSync(file, source.replace(/version = '[^']*'/, `version = '${version}'`))
