/**
 * A step in the browser's history under a sheet that covers the board: going back closes the sheet
 * and not the game.
 */

export function createBackstop() {
  let isSet = false;
  let isLifting = false; // we went back ourselves, because the sheet was closed otherwise

  return {
    set() {
      if (!isSet) history.pushState(null, "");
      isSet = true;
    },
    lift() {
      if (!isSet) return;
      isSet = false;
      isLifting = true;
      history.back();
    },
    /**
     * The browser went back.
     * @param {() => void} close
     * @returns {boolean} whether it was about the sheet
     */
    catch(close) {
      if (isLifting) {
        isLifting = false;
        return true;
      }
      if (!isSet) return false;
      isSet = false;
      close();
      return true;
    },
  };
}
