// What the Dockerfiles name, against the packages that they install. `npm run images` installs and runs them.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { environmentHelp as helpOfWallet } from '../services/embedded-wallet/src/readEnvironment.js'
import { environmentHelp as helpOfData } from '../services/wallet-data/src/readEnvironment.js'
import { imagedServices, readServiceImage } from './serviceImages.js'
import { root } from './workspace.js'

const help = { 'embedded-wallet': helpOfWallet, 'wallet-data': helpOfData }

describe.each(imagedServices)('the image of services/%s', (service) => {
  const { instructions, environment, command, healthCheck } = readServiceImage(service)
  const manifest = JSON.parse(readFileSync(join(root, 'services', service, 'package.json'), 'utf8'))
  const read = (wanted: string) => instructions.find(({ name }) => name === wanted)?.value ?? ''
  const at = (wanted: string) => instructions.findIndex(({ name }) => name === wanted)

  test('runs on a Node that the package takes', () => {
    const [, major] = /^node:(\d+)-slim$/.exec(read('FROM')) ?? []
    const [, least] = /^>=(\d+)\./.exec(manifest.engines.node) ?? []
    expect(Number(major)).toBeGreaterThanOrEqual(Number(least))
  })

  test('installs the published package and takes nothing else into itself', () => {
    expect(read('RUN')).toContain(`npm install --global "${manifest.name}@\${VERSION}"`)
    expect(read('ARG')).toBe('VERSION=latest')
    expect(instructions.filter(({ name }) => ['COPY', 'ADD'].includes(name))).toEqual([])
  })

  test('starts a program of the package, which is in its archive', () => {
    const [program = '', ...rest] = command
    expect(rest).toEqual([])
    const target: string = manifest.bin[program]
    expect(target).toMatch(/^\.\/dist\/[\w-]+\.js$/)
    expect(manifest.files).toContain(dirname(target).replace('./', ''))
    const source = join(root, 'services', service, target.replace('dist', 'src').replace(/\.js$/, '.ts'))
    expect(readFileSync(source, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
  })

  test('sets what the service reads, and keeps its files where its user may write', () => {
    const known = help[service].join('\n')
    for (const [name, value] of Object.entries(environment)) {
      expect(known, name).toMatch(new RegExp(`\\b${name}\\b`))
      if (value.startsWith('/')) expect(value).toMatch(new RegExp(`^${read('WORKDIR')}/`))
    }
    const files = Object.values(environment).filter((value) => value.startsWith('/'))
    expect(files).toHaveLength(2)
    expect(environment['LATCHKEY_HOST']).toBe('0.0.0.0')
    const user = read('USER')
    expect(user).not.toMatch(/^(?:root|0)?$/)
    expect(read('RUN')).toContain(`mkdir ${read('WORKDIR')} && chown ${user}:${user} ${read('WORKDIR')}`)
    // What is installed belongs to root; what runs doesn't.
    expect(at('RUN')).toBeLessThan(at('USER'))
    expect(at('USER')).toBeLessThan(at('CMD'))
  })

  test('listens, is exposed and is looked at at one port', () => {
    const port = environment['LATCHKEY_PORT']
    expect(known(service)).toContain(`127.0.0.1 and ${port}`)
    expect(read('EXPOSE')).toBe(port)
    expect(healthCheck).toContain(`http://127.0.0.1:${port}/health`)
  })
})

const known = (service: (typeof imagedServices)[number]) => help[service].join('\n')
