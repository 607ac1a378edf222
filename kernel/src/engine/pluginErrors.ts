import { isKernelRange, satisfiesKernelRange } from './compat.js'
import type { Plugin } from './definePlugin.js'
import { type BaseError, isKernelError, messageOf } from '../errors/base.js'
import { PluginError } from '../errors/kernel.js'
import { version } from './version.js'

/** @throws PluginError `PLUGIN_INCOMPATIBLE` when the plugin is made for another kernel. */
export function checkVersion({ id, kernel }: Plugin): void {
  const isRange = typeof kernel === 'string' && isKernelRange(kernel)
  if (isRange && satisfiesKernelRange(version, kernel)) return
  throw new PluginError(
    id,
    `The plugin "${id}" ${isRange ? 'is made for another kernel version' : 'does not say which kernel it is made for'}.`,
    {
      code: 'PLUGIN_INCOMPATIBLE',
      metaMessages: [
        isRange
          ? `It states ${kernel}; this kernel is ${version}. Install matching versions.`
          : `Expected carets joined by "||", such as "^1.0.0"; received ${JSON.stringify(kernel) ?? 'nothing'}.`,
      ],
    },
  )
}

export function undeclared(pluginId: string, tokenId: string): PluginError {
  return new PluginError(
    pluginId,
    `"${pluginId}" must provide "${tokenId}" exactly once, in setup, and declare it.`,
    {
      code: 'PLUGIN_PROVIDES_MISMATCH',
      metaMessages: ['List the token in `provides` and call context.provide(token, factory) in setup.'],
    },
  )
}

const passedOn = ['DUPLICATE_CONTRIBUTION', 'NETWORK_INVALID']

export function setupError(pluginId: string, cause: unknown): BaseError {
  if (cause instanceof PluginError && cause.pluginId === pluginId) return cause
  if (isKernelError(cause) && passedOn.includes(cause.code)) {
    const { code, metaMessages } = cause
    return new PluginError(pluginId, cause.shortMessage, { code, cause, metaMessages })
  }
  return phaseError(pluginId, 'set up', 'PLUGIN_SETUP_FAILED', cause)
}

export function startError(pluginId: string, cause: unknown): BaseError {
  return phaseError(pluginId, 'started', 'PLUGIN_START_FAILED', cause)
}

function phaseError(pluginId: string, done: string, code: string, cause: unknown): PluginError {
  const message = `The plugin "${pluginId}" could not be ${done}: ${messageOf(cause)}`
  return new PluginError(pluginId, message, { code, cause })
}
