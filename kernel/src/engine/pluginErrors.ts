import { say } from '#sentences'
import { satisfiesKernelRange } from './compat.js'
import type { Plugin, PluginHandle } from './definePlugin.js'
import { type BaseError, isKernelError, messageOf } from '../errors/base.js'
import { PluginError } from '../errors/kernel.js'
import { version } from './version.js'

/** @throws PluginError `PLUGIN_INCOMPATIBLE` when the plugin is made for another kernel. */
export function checkVersion({ id, kernel }: Plugin): void {
  const isStated = typeof kernel === 'string' && kernel.trim() !== ''
  const fits = isStated ? satisfiesKernelRange(version, kernel) : undefined
  if (fits) return
  const isRange = fits === false
  const what = isRange ? 'otherKernel' : isStated ? 'rangeUnread' : 'rangeMissing'
  throw new PluginError(id, say(what, id, kernel, version), {
    code: 'PLUGIN_INCOMPATIBLE',
    metaMessages: isRange ? [] : [say('rangeHelp', kernel)],
  })
}

export function undeclared(pluginId: string, tokenId: string): PluginError {
  return new PluginError(pluginId, say('undeclared', pluginId, tokenId), {
    code: 'PLUGIN_PROVIDES_MISMATCH',
    metaMessages: [say('undeclaredHelp')],
  })
}

/** What `setup` returned, when it is what `setup` may return. */
export function handleOf(pluginId: string, returned: unknown): PluginHandle | undefined {
  if (returned === undefined || returned === null) return undefined
  if (typeof (returned as { then?: unknown }).then === 'function') {
    // What it still does is refused, as its scope is disposed.
    Promise.resolve(returned).catch(() => {})
    throw new PluginError(pluginId, say('asyncSetup', pluginId), {
      code: 'PLUGIN_SETUP_ASYNC',
      metaMessages: [say('asyncSetupHelp')],
    })
  }
  return returned as PluginHandle
}

export function methodError(pluginId: string, entryId: string, method: string, cause: unknown): PluginError {
  return new PluginError(pluginId, say('method', pluginId, entryId, method, messageOf(cause)), {
    code: 'CONTRIBUTION_FAILED',
    cause,
  })
}

const passedOn = ['DUPLICATE_CONTRIBUTION', 'CONTRIBUTION_INVALID', 'NETWORK_INVALID']

export function setupError(pluginId: string, cause: unknown): BaseError {
  if (cause instanceof PluginError && cause.pluginId === pluginId) return cause
  if (isKernelError(cause) && passedOn.includes(cause.code)) {
    const { code, metaMessages } = cause
    return new PluginError(pluginId, cause.shortMessage, { code, cause, metaMessages })
  }
  return phaseError(pluginId, 'setUp', 'PLUGIN_SETUP_FAILED', cause)
}

export function startError(pluginId: string, cause: unknown): BaseError {
  return phaseError(pluginId, 'start', 'PLUGIN_START_FAILED', cause)
}

function phaseError(pluginId: string, phase: string, code: string, cause: unknown): PluginError {
  return new PluginError(pluginId, say(phase, pluginId, messageOf(cause)), { code, cause })
}
