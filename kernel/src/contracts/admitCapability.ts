import { say } from '#sentences'
import { KernelError } from '../errors/kernel.js'
import type { Capability } from '../keys/capability.js'
import type { PartFault } from '../keys/extensionPoint.js'

type AnyFunction = (...given: readonly unknown[]) => unknown

/**
 * Takes one capability of a namespace that a plugin adds, with the faults contained of functions that return at once.
 *
 * @param onFault Told of such a function that threw, or returned an object.
 * @throws KernelError `CONTRIBUTION_INVALID` when there is no capability, or such a function is missing.
 */
export function admitCapability(entry: Capability, onFault: PartFault): Capability {
  const { token, value } = entry ?? {}
  if (!token || Object(value) !== value) {
    throw new KernelError(say('capability', token?.id), { code: 'CONTRIBUTION_INVALID' })
  }
  const { tells } = token.checked ?? {}
  if (!tells) return entry
  const told: PropertyDescriptorMap = {}
  for (const [stated, instead] of Object.entries(tells)) {
    const name = stated.replace('?', '')
    const member = (value as Record<string, AnyFunction | undefined>)[name]
    const tell = (...given: readonly unknown[]) => {
      try {
        const answer = member?.apply(value, [...given])
        if (Object(answer) !== answer) return answer
        throw new TypeError('It must not return an object.')
      } catch (error) {
        onFault(error, token.id, name)
        return instead
      }
    }
    if (typeof member !== 'function' && (member || name === stated)) {
      throw new KernelError(say('member', 'latchkey.namespace', token.id, name, 'function'), {
        code: 'CONTRIBUTION_INVALID',
      })
    }
    if (member) told[name] = { enumerable: true, value: tell }
  }
  return { ...entry, value: Object.create(value as object, told) as object }
}
