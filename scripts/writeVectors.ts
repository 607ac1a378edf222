import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listVectorFiles, readTests, TABLE_END, TABLE_START, writeTable } from './vectorFiles.js'

/** Rewrites the table of docs/vectors.md: `tsx scripts/writeVectors.ts`. */
const path = join(import.meta.dirname, '../docs/vectors.md')
const [before = '', rest = ''] = readFileSync(path, 'utf8').split(TABLE_START)
const after = rest.slice(rest.indexOf(TABLE_END))
writeFileSync(path, `${before}${TABLE_START}\n${writeTable(listVectorFiles(), readTests())}\n${after}`)
