/**
 * Rows of text under keys, in IndexedDB. A transaction is stored as a whole, on the disk, before anybody hears of it.
 */

const NAME = "napoleon";
const STORE = "rows";
const VERSION = 1;
const AFTER = "\uffff"; // no key goes on with this

/** @returns {Promise<IDBDatabase>} */
function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => resolve(request.result);
  });
}

/** Opens the box. */
export async function openBox() {
  const database = await open();
  return {
    /**
     * All rows whose keys begin so, as JSON: pairs of key and value.
     * @param {string} prefix
     * @returns {Promise<string>}
     */
    read(prefix) {
      return new Promise((resolve, reject) => {
        const range = IDBKeyRange.bound(prefix, prefix + AFTER);
        const store = database.transaction(STORE).objectStore(STORE);
        const keys = store.getAllKeys(range);
        const values = store.getAll(range);
        values.onsuccess = () => resolve(JSON.stringify(keys.result.map((key, at) => [key, values.result[at]])));
        values.onerror = () => reject(values.error);
      });
    },

    /**
     * Store changes, all or none: [key, value, whether it must be new].
     * @param {string} text
     * @returns {Promise<string>} what went wrong: the name of the fault, "" if nothing did
     */
    write(text) {
      return new Promise((resolve) => {
        try {
          const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
          const store = transaction.objectStore(STORE);
          transaction.oncomplete = () => resolve("");
          transaction.onabort = () => resolve(transaction.error?.name || "AbortError");
          for (const [key, value, isNew] of JSON.parse(text)) {
            if (value === null) store.delete(key);
            else if (isNew) store.add(value, key);
            else store.put(value, key);
          }
        } catch (error) {
          resolve(error instanceof Error ? error.name : String(error));
        }
      });
    },
  };
}
