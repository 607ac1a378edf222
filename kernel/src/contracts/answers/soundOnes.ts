import { listAt, type Read } from './readers.js'

/** The entries of a list that are of a form: one that isn't costs no other. */
export function soundOnes<T>(value: unknown, at: string, read: Read<T>): readonly T[] {
  return listAt(value, at).flatMap((entry) => {
    const sound = soundOne(entry, at, read)
    return sound === undefined ? [] : [sound]
  })
}

export function soundOne<T>(value: unknown, at: string, read: Read<T>): T | undefined {
  try {
    return read(value, at)
  } catch {
    return undefined
  }
}
