import { basename, resolve } from 'node:path'

/** The name of a package that goes into a folder. */
export const nameOfFolder = (folder: string): string => basename(resolve(folder))
