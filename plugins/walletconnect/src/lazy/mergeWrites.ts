type Json = unknown

/**
 * What to store when a tab writes a whole collection that other tabs write as well: its own changes are applied to what
 * is stored now, so that nothing another tab added is lost and nothing another tab ended comes back.
 *
 * Collections are the library's: objects by topic, and lists whose entries have an id, a topic or a target. Anything else
 * is replaced.
 *
 * @param before what the tab read or wrote last
 * @param stored what is stored now
 * @param next what the tab writes
 */
export function mergeWrites(before: Json, stored: Json, next: Json): Json {
  if (isRecord(next) && isRecord(stored)) {
    const known = isRecord(before) ? before : {}
    return Object.fromEntries(mergeEntries(entriesOf(known), entriesOf(stored), entriesOf(next), mergeWrites))
  }
  const entries = listEntries(next)
  const kept = listEntries(stored)
  if (!entries || !kept) return next
  return [
    ...mergeEntries(listEntries(before) ?? new Map(), kept, entries, (_before, _stored, own) => own).values(),
  ]
}

type Entries = ReadonlyMap<string, Json>

function mergeEntries(
  before: Entries,
  stored: Entries,
  next: Entries,
  merge: typeof mergeWrites,
): Map<string, Json> {
  const merged = new Map<string, Json>()
  for (const id of new Set([...stored.keys(), ...next.keys()])) {
    const isKnown = before.has(id)
    if (!next.has(id)) {
      if (!isKnown) merged.set(id, stored.get(id))
    } else if (!isKnown || !isSame(before.get(id), next.get(id))) {
      merged.set(id, stored.has(id) ? merge(before.get(id), stored.get(id), next.get(id)) : next.get(id))
    } else if (stored.has(id)) {
      merged.set(id, stored.get(id))
    }
  }
  return merged
}

/** Entries of a list by what tells them apart; nothing when it is no such list. */
function listEntries(value: Json): Entries | undefined {
  if (!Array.isArray(value)) return undefined
  const entries = new Map<string, Json>()
  for (const entry of value) {
    const id = isRecord(entry) ? identityOf(entry) : undefined
    if (id === undefined) return undefined
    entries.set(id, entry)
  }
  return entries
}

/** Requests and proposals are numbered; what expires has a target; sessions, pairings and subscriptions have a topic. */
function identityOf({ id, target, topic }: Readonly<Record<string, Json>>): string | undefined {
  if (typeof id === 'number') return `id ${id}`
  if (typeof target === 'string') return `target ${target}`
  return typeof topic === 'string' ? `topic ${topic}` : undefined
}

const entriesOf = (record: Readonly<Record<string, Json>>): Entries => new Map(Object.entries(record))
const isSame = (left: Json, right: Json) => JSON.stringify(left) === JSON.stringify(right)
const isRecord = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
