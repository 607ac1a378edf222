import { readFileSync } from 'node:fs'
import { pluginSuite } from '@latchkey/kernel/testing'
import { describe, test } from 'vitest'
import { __camel__ as core } from '../src/index.js'
import { __camel__ as whole } from '../src/react/index.js'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

describe('without its view', () => {
  pluginSuite({ test, create: () => core(), manifest })
})

describe('with its view', () => {
  pluginSuite({ test, create: () => whole(), manifest })
})
