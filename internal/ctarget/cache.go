package ctarget

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// cache keeps compiled objects for other processes. An entry is a directory, named by its key, with the text, the object and the object's
// checksum. It is made elsewhere and then renamed, so there is either all of it or nothing, however many processes make it at once.
type cache struct {
	dir string // empty: the user's
}

const (
	sumName   = "sum"
	tempName  = "new-*"
	trimmed   = "trimmed" // its time is that of the last trim
	trimEvery = 24 * time.Hour
	keepFor   = 30 * 24 * time.Hour
	useEvery  = time.Hour // an entry's time is that of its last use, more or less
)

// object is a compiled object in a file.
type object struct {
	path string
	temp string // a directory to be removed when the object has been loaded
}

func (o *object) release() {
	if o.temp != "" {
		_ = os.RemoveAll(o.temp) // a leftover in the system's directory for them
	}
}

// object is the object for a key: the one in the cache, or with fresh one that compile has just made in a directory. Where there is no
// cache, for want of a place or of rights, it is compiled every time.
func (c *cache) object(key string, compile func(dir string) error) (o *object, fresh bool, err error) {
	root, err := c.root()
	if err != nil {
		return compileIn("", compile)
	}
	entry := filepath.Join(root, key)
	if intact(entry) {
		touch(entry)
		return &object{path: filepath.Join(entry, objectName)}, false, nil
	}
	temp, err := os.MkdirTemp(root, tempName)
	if err != nil {
		return compileIn("", compile)
	}
	defer os.RemoveAll(temp)
	if err := compile(temp); err != nil {
		return nil, false, err
	}
	if err := seal(temp); err != nil {
		return nil, false, err
	}
	for range 3 {
		if err = os.Rename(temp, entry); err == nil || intact(entry) { // ours, or that of another process
			c.trim(root)
			return &object{path: filepath.Join(entry, objectName)}, true, nil
		}
		if err := os.RemoveAll(entry); err != nil { // damaged
			break
		}
	}
	return nil, false, fmt.Errorf("cache of compiled code: %w", err)
}

// compileIn compiles in a directory of its own, outside of the cache.
func compileIn(parent string, compile func(dir string) error) (*object, bool, error) {
	temp, err := os.MkdirTemp(parent, "hone")
	if err != nil {
		return nil, false, err
	}
	if err := compile(temp); err != nil {
		return nil, false, errors.Join(err, os.RemoveAll(temp))
	}
	return &object{path: filepath.Join(temp, objectName), temp: temp}, true, nil
}

// root is the cache's directory, which exists then.
func (c *cache) root() (string, error) {
	dir := c.dir
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(user, "hone")
	}
	return dir, os.MkdirAll(dir, 0o700)
}

// drop removes an entry.
func (c *cache) drop(key string) {
	if root, err := c.root(); err == nil {
		_ = os.RemoveAll(filepath.Join(root, key)) // else it is met again, and dropped again
	}
}

// seal writes the checksum of the object in dir.
func seal(dir string) error {
	sum, err := sumOf(filepath.Join(dir, objectName))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, sumName), []byte(sum), 0o600)
}

// intact reports an entry whose object is as it was made.
func intact(entry string) bool {
	want, err := os.ReadFile(filepath.Join(entry, sumName))
	if err != nil {
		return false
	}
	sum, err := sumOf(filepath.Join(entry, objectName))
	return err == nil && sum == string(want)
}

func sumOf(file string) (string, error) {
	data, err := os.ReadFile(file)
	return fmt.Sprintf("%x\n", sha256.Sum256(data)), err
}

// touch notes that an entry has been used.
func touch(entry string) {
	now := time.Now()
	if info, err := os.Stat(entry); err == nil && now.Sub(info.ModTime()) > useEvery {
		_ = os.Chtimes(entry, now, now) // at worst it is trimmed too early
	}
}

// trim removes, once a day, what has not been used for a month, and what processes that died have left.
func (c *cache) trim(root string) {
	now := time.Now()
	mark := filepath.Join(root, trimmed)
	if info, err := os.Stat(mark); err == nil && now.Sub(info.ModTime()) < trimEvery {
		return
	}
	if os.WriteFile(mark, nil, 0o600) != nil || os.Chtimes(mark, now, now) != nil {
		return
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		return
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.IsDir() && now.Sub(info.ModTime()) > keepFor {
			_ = os.RemoveAll(filepath.Join(root, e.Name())) // another process may be doing the same
		}
	}
}
