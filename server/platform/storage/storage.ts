/** Storage for files that are too large for the database. */

/** Both ends are included, as in HTTP. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

export interface StoredObjectInfo {
  readonly bytes: number
  readonly contentType: string
}

/** Keys are generated, never text from a person: lower-case letters, digits, `-` and `/`. */
export interface Storage {
  /** Stores a whole file. The key does not exist until all of it is safely stored. */
  put(key: string, file: string, facts: StoredObjectInfo): Promise<void>
  /** Reads the whole file or a range of it. Null when the key does not exist. */
  open(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>
  /** Deletes a file. A key that does not exist is not an error. */
  remove(key: string): Promise<void>
}
