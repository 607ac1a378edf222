import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.js'

/** The services with a Dockerfile. */
export const imagedServices = ['embedded-wallet', 'wallet-data'] as const
export type ImagedService = (typeof imagedServices)[number]

interface Instruction {
  readonly name: string
  readonly value: string
}

/** What a Dockerfile says, line by line. Neither of ours breaks a line, or has a form of an instruction with options. */
interface ServiceImage {
  readonly instructions: readonly Instruction[]
  readonly environment: Readonly<Record<string, string>>
  /** What the container runs. */
  readonly command: readonly string[]
  /** A line for a shell, which ends with 0 while the service is well. */
  readonly healthCheck: string
}

export function readServiceImage(service: ImagedService): ServiceImage {
  const text = readFileSync(join(root, 'services', service, 'Dockerfile'), 'utf8')
  const instructions = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, value] = /^([A-Z]+) (.+)$/.exec(line) ?? []
      if (name === undefined || value === undefined)
        throw new Error(`${service}: "${line}" is no instruction.`)
      return { name, value }
    })
  const read = (wanted: string) => instructions.find(({ name }) => name === wanted)?.value ?? ''
  const variables = instructions.filter(({ name }) => name === 'ENV').flatMap(({ value }) => value.split(' '))
  return {
    instructions,
    environment: Object.fromEntries(variables.map((pair) => pair.split(/=(.*)/s).slice(0, 2))),
    command: JSON.parse(read('CMD') || '[]') as string[],
    healthCheck: read('HEALTHCHECK').replace(/^CMD /, ''),
  }
}
