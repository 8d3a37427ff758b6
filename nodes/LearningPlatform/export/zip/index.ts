/** A ZIP archive, written while its entries are made. */
export { zipFile, type ZipEntry } from './zipFile';
