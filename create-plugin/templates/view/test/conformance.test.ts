import { readFileSync } from 'node:fs'
import { pluginSuite } from '@latchkey/kernel/testing'
import { test } from 'vitest'
import { __camel__ } from '../src/index.js'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

pluginSuite({ test, create: () => __camel__(), manifest })
