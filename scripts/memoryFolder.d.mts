/** Makes a folder in memory, where the machine has room for one. */
export function memoryFolder(): string | undefined
