/** A signed note that Go's `sumdb/note` made, with its key: the example of its documentation. */

export const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
export const TEXT =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
export const SIGNATURE =
  '\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'
