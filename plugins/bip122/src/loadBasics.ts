/** In one place: the bundler writes the list of files to load wherever the import stands. */
export const loadBasics = () => import('./lazy/basics.js')
