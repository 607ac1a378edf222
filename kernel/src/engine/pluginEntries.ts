import { type Contributions, duplicateContribution } from './contributions.js'
import type { Plugin, PluginContext } from './definePlugin.js'
import type { ExtensionPoint } from '../keys/extensionPoint.js'
import { methodError, setupError } from './pluginErrors.js'
import { type Entry, admitEntry } from './admitEntry.js'
import type { Status } from './status.js'

interface PluginEntriesOptions {
  readonly plugin: Plugin
  readonly contributions: Contributions
  readonly status: Pick<Status, 'note'>
  /** Whether the plugin is still being set up. */
  isOpen(): boolean
  /** Does something that lasts until the plugin ends, and returns a function that undoes it. */
  keep(begin: () => () => void): () => void
}

interface Added {
  readonly point: ExtensionPoint<never>
  readonly value: Entry
  remove?: () => void
}

/** What a plugin adds to lists: collected while it is set up, and published at once from then on. */
export function createPluginEntries({ plugin, contributions, status, isOpen, keep }: PluginEntriesOptions) {
  const added = new Set<Added>()

  function assertFree({ point, value }: Added, owner = contributions.ownerOf(point, value.id)): void {
    if (owner !== undefined) throw duplicateContribution(point, value.id, owner)
  }

  function publish(entry: Added): () => void {
    entry.remove = keep(() => contributions.add(plugin.id, entry.point, entry.value))
    return entry.remove
  }

  /** A refusal during set-up loses the plugin; later it loses only the entry, and the plugin's state says so. */
  function check(point: ExtensionPoint<never>, value: Entry): Entry {
    try {
      return admitEntry(point, value, (error, entryId, method) =>
        // Deferred: a list may be read while a view renders, when no state may change.
        queueMicrotask(() => status.note(plugin.id, methodError(plugin.id, entryId, method, error))),
      )
    } catch (error) {
      if (!isOpen()) status.note(plugin.id, setupError(plugin.id, error))
      throw error
    }
  }

  const add: PluginContext['add'] = (point, value) => {
    const entry: Added = { point: point as never, value: check(point as never, value) }
    if (!isOpen()) return publish(entry)
    assertFree(entry)
    for (const other of added) {
      if (other.point.id === point.id && other.value.id === entry.value.id) assertFree(entry, plugin.id)
    }
    added.add(entry)
    return () => {
      added.delete(entry)
      entry.remove?.()
    }
  }

  return { added, add, assertFree, publish }
}
